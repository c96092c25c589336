// Stands in the Worker's bundle for Zod's conversion of schemas to JSON Schema, which only the OpenAPI document needs
// (quality.md "Size and start"). Zod calls these functions in the conversion alone. CommonJS, so that names may be missing.
module.exports = {};
