import { caseId, jrcHash } from "../../src/signing.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { readJson } from "../read-file.ts";
import { intentOf, requireFields } from "../signing/signable.ts";

export const hash: Command = {
	name: "hash",
	summary: "Compute the jrcHash and the caseId of an intent offline",
	operands: ["INTENT"],
	options: {},
	optionHelp: {},
	examples: ["replevin hash intent.json", "replevin hash intent.json --json"],
	async run({ words: [path = ""], json }, io) {
		const value = await readJson(path);
		const intent = intentOf(value);
		if (intent === undefined)
			throw new UsageError(`${path} has neither rec and txs, nor case and transactions.`);
		requireFields(value, path);
		let hash: ReturnType<typeof jrcHash>;
		try {
			hash = jrcHash(intent);
		} catch (error) {
			throw new UsageError(`${path}: ${error instanceof Error ? error.message : error}`);
		}
		const ids = { caseId: caseId(hash), jrcHash: hash };
		if (json) io.print(JSON.stringify(ids));
		else for (const [name, value] of Object.entries(ids)) io.print(`${name.padEnd(8)} ${value}`);
		return EXIT.ok;
	},
};
