/**
 * A real Chromium for the tests: CHROMIUM_PATH, or the one of @sparticuz/chromium, which needs no system packages. It is
 * started with none of that package's own options, since they switch web security and the isolation of sites off.
 */
import { createRequire } from "node:module";
import { type Browser, chromium } from "playwright-core";
import { HAS_CHROMIUM } from "./has-chromium.ts";

const OPTIONS = ["--no-sandbox", "--headless"];

/** Unpacks the browser before the test files, because only one process at a time can. */
export default async function unpackChromium(): Promise<void> {
	await chromiumPath();
}

async function chromiumPath(): Promise<string> {
	const named = process.env.CHROMIUM_PATH;
	if (named) return named;
	if (!HAS_CHROMIUM) throw new Error("There is no Chromium for this platform: set CHROMIUM_PATH.");
	const require = createRequire(import.meta.url);
	const { default: packaged } = await import(require.resolve("@sparticuz/chromium"));
	return packaged.executablePath();
}

export async function launchChromium(): Promise<Browser> {
	return chromium.launch({ executablePath: await chromiumPath(), args: OPTIONS });
}
