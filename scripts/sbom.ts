/** `npm run sbom`: writes the software bill of materials to dist/sbom.cdx.json. */
import { relative, resolve } from "node:path";
import { writeSbom } from "./operator/sbom.ts";

const root = resolve(import.meta.dirname, "..");
console.log(relative(root, writeSbom(root)));
