/** `npm run pack:sdk`: makes the package `@replevin/sdk` as a file, to install it before it is published. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./command.ts";
import { packSdk } from "./sdk/pack-sdk.ts";

const USAGE = `Usage: npm run pack:sdk [-- FOLDER]

Builds the package @replevin/sdk, and writes it as one file to FOLDER, or to the folder of the repository. npm installs
such a file like a published package.`;

function parseFolder(args: string[]): string {
	const [folder = resolve(import.meta.dirname, "..")] = parseArgs({
		args,
		allowPositionals: true,
	}).positionals;
	return resolve(folder);
}

await runCommand(USAGE, parseFolder, async (destination) => {
	mkdirSync(destination, { recursive: true });
	const file = await packSdk(destination);
	return `Packed ${file}

Install it in your project:

  npm install ${file}

The guides sign with the accounts of viem, which is installed beside it: npm install viem`;
});
