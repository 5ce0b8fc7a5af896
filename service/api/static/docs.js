// Says on the page itself how many operations are rendered: what the renderer shows is in its shadow.
const renderer = document.querySelector("rapi-doc");
renderer.addEventListener("spec-loaded", ({ detail }) => {
  // its content scrolls: by keys, too
  for (const each of renderer.shadowRoot.querySelectorAll("main")) each.tabIndex = 0;
  document.body.dataset.operations = detail.tags.reduce((sum, tag) => sum + tag.paths.length, 0);
});

// It is bright or dark as the page around it, which follows the settings.
// Some of the renderer's own colours have too little contrast; "": its own.
const COLOURS = {
  light: { "nav-text-color": "", "primary-color": "#b03800" },
  dark: { "nav-text-color": "#d0d0d0", "primary-color": "#ff9d8a" },
};
const scheme = matchMedia("(prefers-color-scheme: dark)");
function follow() {
  const { theme } = document.documentElement.dataset;
  const dark = theme === "dark" || (theme !== "light" && scheme.matches);
  const shade = dark ? "dark" : "light";
  renderer.setAttribute("theme", shade);
  for (const [name, colour] of Object.entries(COLOURS[shade])) renderer.setAttribute(name, colour);
}
follow();
scheme.addEventListener("change", follow);
new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
