/** What the service, the pages and the script of the viewer call the same (hosted-app.md "Documents beside a case"). */

/** The Trusted Types policy of a page with a document. */
export const VIEWER_POLICY = "replevin-viewer";
/** In the folder of pdf.js's files. */
export const VIEWER_WORKER = "pdf.worker.min.mjs";
/** What the worker may import: the decoders of scans without WebAssembly, by the names that pdf.js asks for. */
export const VIEWER_DECODERS = ["jbig2_nowasm_fallback.js", "openjpeg_nowasm_fallback.js"] as const;
