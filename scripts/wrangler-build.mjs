/**
 * wrangler runs this before it bundles the Worker (`[build]` in wrangler.toml). It builds the pages and the package. For `wrangler dev`
 * it also makes missing secrets and applies missing migrations, because wrangler does neither (ADR 47). Plain
 * JavaScript, because it explains to an older Node what is needed.
 */
import { NODE_WANTED, runsTypeScript } from "./bootstrap/find-node.mjs";
import { buildApiTypes } from "./sdk/built-api-types.mjs";

await prepare(process.env.WRANGLER_COMMAND === "dev");

/** @param {boolean} isDev */
async function prepare(isDev) {
	if (!runsTypeScript(process.version)) {
		process.stderr.write(
			`\`wrangler dev\` of Replevin needs Node ${NODE_WANTED} or newer; this is ${process.version}.\n` +
				"Install one from https://nodejs.org, or serve with `npm start`, which brings its own.\n",
		);
		process.exitCode = 1;
		return;
	}
	try {
		buildApiTypes(process.cwd(), process.execPath);
		const { buildPages } = await import("./pages/kept-pages.ts");
		await buildPages(process.cwd());
		const { buildSdkFile } = await import("./sdk/kept-sdk.ts");
		await buildSdkFile(process.cwd());
		if (!isDev) return;
		const { prepareDev } = await import("./start/prepare-dev.ts");
		await prepareDev();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
