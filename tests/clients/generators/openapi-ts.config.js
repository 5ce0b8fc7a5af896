export default {
  input: "openapi.yaml",
  output: { path: "hey", importFileExtension: ".js" },
};
