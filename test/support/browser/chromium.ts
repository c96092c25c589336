/**
 * A real Chromium for the tests: CHROMIUM_PATH, or the one of @sparticuz/chromium, which needs no system packages. It is
 * started with none of that package's own options, since they switch web security and the isolation of sites off.
 */
import { createRequire } from "node:module";
import { type Browser, chromium } from "playwright-core";

const OPTIONS = ["--no-sandbox", "--headless"];

/** Undefined on a platform for which the package has no binary. */
export async function chromiumPath(): Promise<string | undefined> {
	const named = process.env.CHROMIUM_PATH;
	if (named) return named;
	if (process.platform !== "linux" || process.arch !== "x64") return undefined;
	const require = createRequire(import.meta.url);
	const { default: packaged } = await import(require.resolve("@sparticuz/chromium"));
	return packaged.executablePath();
}

export async function launchChromium(): Promise<Browser> {
	const executablePath = await chromiumPath();
	if (executablePath === undefined) throw new Error("There is no Chromium: set CHROMIUM_PATH.");
	return chromium.launch({ executablePath, args: OPTIONS });
}
