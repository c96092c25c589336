/**
 * wrangler runs this before it bundles the Worker (`[build]` in wrangler.toml). For `wrangler dev` it makes missing
 * secrets and applies missing migrations, because wrangler does neither (ADR 47). For every other command it does
 * nothing. Plain JavaScript, because it explains to an older Node what is needed.
 */
import { NODE_WANTED, runsTypeScript } from "./bootstrap/find-node.mjs";

if (process.env.WRANGLER_COMMAND === "dev") await prepare();

async function prepare() {
	if (!runsTypeScript(process.version)) {
		process.stderr.write(
			`\`wrangler dev\` of Replevin needs Node ${NODE_WANTED} or newer; this is ${process.version}.\n` +
				"Install one from https://nodejs.org, or serve with `npm start`, which brings its own.\n",
		);
		process.exitCode = 1;
		return;
	}
	try {
		const { prepareDev } = await import("./start/prepare-dev.ts");
		await prepareDev();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
