// Says on the page itself how many operations are rendered: what the renderer shows is in its shadow.
document.querySelector("rapi-doc").addEventListener("spec-loaded", ({ detail }) => {
  document.body.dataset.operations = detail.tags.reduce((sum, tag) => sum + tag.paths.length, 0);
});
