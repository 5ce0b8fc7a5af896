// Says on the page itself how many operations are rendered: what the renderer shows is in its shadow.
const renderer = document.querySelector("rapi-doc");
renderer.addEventListener("spec-loaded", ({ detail }) => {
  document.body.dataset.operations = detail.tags.reduce((sum, tag) => sum + tag.paths.length, 0);
});

// It is bright or dark as the page around it, which follows the settings.
const scheme = matchMedia("(prefers-color-scheme: dark)");
function follow() {
  const { theme } = document.documentElement.dataset;
  const dark = theme === "dark" || (theme !== "light" && scheme.matches);
  renderer.setAttribute("theme", dark ? "dark" : "light");
}
follow();
scheme.addEventListener("change", follow);
new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
