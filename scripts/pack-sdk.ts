/** `npm run pack:sdk`: makes the package `@replevin/sdk` as a file, to install it before it is published. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { packSdk } from "./sdk/pack-sdk.ts";

const USAGE = `Usage: npm run pack:sdk [-- FOLDER]

Builds the package @replevin/sdk, and writes it as one file to FOLDER, or to the folder of the repository. npm installs
such a file like a published package.`;

const [folder = resolve(import.meta.dirname, "..")] = process.argv.slice(2);

if (folder.startsWith("-")) {
	console.log(USAGE);
	process.exitCode = folder === "--help" ? 0 : 2;
} else {
	const destination = resolve(folder);
	mkdirSync(destination, { recursive: true });
	const file = await packSdk(destination);
	console.log(`Packed ${file}

Install it in your project:

  npm install ${file}

The guides sign with the accounts of viem, which is installed beside it: npm install viem`);
}
