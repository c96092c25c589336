/**
 * Builds sdk/src/generated/api.ts if it is older than what it follows from. It is not committed. Plain JavaScript,
 * because the bootstrap runs on any Node since 18.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

const SCRIPT = "scripts/sdk/api-types.ts";
const SOURCES = ["public/api/v1/openapi.json", SCRIPT, "scripts/sdk/schema-types.ts"];

/**
 * If it fails, it has said why, and the command goes on: it may be the one that repairs the document.
 * @param {string} root the repository
 * @param {string} node a Node that runs TypeScript
 */
export function buildApiTypes(root, node) {
	/** @param {string} file */
	const modifiedAt = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const builtAt = modifiedAt("sdk/src/generated/api.ts");
	if (SOURCES.every((file) => modifiedAt(file) < builtAt)) return;
	spawnSync(node, ["--disable-warning=ExperimentalWarning", SCRIPT], { cwd: root, stdio: "inherit" });
}
