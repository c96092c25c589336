import { caseId, jrcHash } from "../../src/signing.ts";
import { type Command, EXIT } from "../command.ts";
import { readJson } from "../read-file.ts";
import { requireIntent } from "../signing/signable.ts";

export const hash: Command = {
	name: "hash",
	summary: "Compute the jrcHash and the caseId of an intent offline",
	operands: [{ name: "INTENT", offers: "files" }],
	options: {},
	examples: ["replevin hash intent.json", "replevin hash intent.json --json"],
	async run({ words: [path = ""], json }, io) {
		const hash = jrcHash(requireIntent(await readJson(path), path));
		const ids = { caseId: caseId(hash), jrcHash: hash };
		if (json) io.print(JSON.stringify(ids));
		else for (const [name, value] of Object.entries(ids)) io.print(`${name.padEnd(8)} ${value}`);
		return EXIT.ok;
	},
};
