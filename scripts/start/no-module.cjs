// Stands for modules that are left out of a bundle (quality.md "Size and start"), because nothing calls what they export:
// wrangler.toml and scripts/pages/build-pages.ts name them. CommonJS, so that names may be missing.
module.exports = {};
