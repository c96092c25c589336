import { actWords } from "../../../src/protocol/act-words.ts";
import { decodeAct } from "../../../src/protocol/decode-act.ts";
import { addresses } from "../chain/module.ts";
import { NODE_OPTIONS, type Node, openNode } from "../chain/node.ts";
import { type Recovery, recoveryInArchive, recoveryOfCase } from "../chain/recovery.ts";
import { nextStep } from "../chain/step.ts";
import { isDue, stepInJson, stepInWords, takeStep } from "../chain/take-step.ts";
import { clientWith } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { credentialsOf } from "../credentials.ts";
import { fetchKeys } from "../issuer-keys.ts";
import { openArchive } from "../open-archive.ts";
import { isFilePath } from "../read-file.ts";

export const execute: Command = {
	name: "execute",
	summary: "Schedule or execute the approved recovery of a case by the recovery module, which is not audited",
	operands: [{ name: "CASE_ID|ARCHIVE", offers: "files" }],
	options: {
		...NODE_OPTIONS,
		"dry-run": { help: "only show each call in words, and whether it would succeed now; needs no key" },
	},
	examples: [
		"replevin execute rc_74ac76c7f29219667d32ccbdbc8a780f --rpc https://node.example --dry-run",
		"replevin execute rc_74ac76c7f29219667d32ccbdbc8a780f --rpc https://node.example --key gas.key",
		"replevin execute ./unpacked-case --rpc https://node.example --key gas.key",
	],
	async run({ words: [source = ""], options: { rpc, key, "dry-run": isDryRun }, json }, io) {
		if (!isDryRun && typeof key !== "string")
			throw new UsageError("Name the key that pays for the gas by --key FILE, or look first with --dry-run.");
		const recovery = await recoveryOf(source, io);
		const node = await openNode(rpc, recovery.rec.chainId, io);
		if (isDryRun) return dryRun(recovery, node, json, io);
		const taken = await takeStep(recovery, node, String(key));
		const { step, hash, next } = taken;
		if (json) io.print(stepInJson(recovery, taken));
		else {
			if (hash !== undefined)
				io.print(`${step.kind === "schedule" ? "Scheduled" : "Executed"} by ${hash}.`, "good");
			io.print(stepInWords(next));
		}
		return next.kind === "blocked" ? EXIT.negative : EXIT.ok;
	},
};

async function recoveryOf(source: string, io: Io): Promise<Recovery> {
	if (isFilePath(source)) {
		const archive = openArchive(source);
		if (!archive)
			throw new UsageError(`${source} is no archive of a case: a ZIP file, or the folder of one.`);
		return recoveryInArchive(archive, source);
	}
	const credentials = await credentialsOf(io.env);
	const client = clientWith(credentials, io);
	return recoveryOfCase(source, { client, keys: await fetchKeys(credentials.url, io), signal: io.signal });
}

async function dryRun(recovery: Recovery, node: Node, json: boolean, io: Io): Promise<number> {
	const step = nextStep(recovery, await node.read(recovery));
	const failures = await node.simulate(recovery);
	const calls = recovery.txs.map((call, at) => ({ words: inWords(call), failure: failures[at] ?? null }));
	const rejection = isDue(step) ? await node.rejectionOf(step.call) : null;
	if (json) io.print(JSON.stringify({ caseId: recovery.caseId, calls, next: step, rejection }));
	else {
		calls.forEach(({ words, failure }, at) => {
			io.print(`${at + 1}. ${words}`);
			if (failure === null) io.print("   It would succeed now.", "good");
			else io.print(`   It would fail now: ${failure}`, "bad");
		});
		io.print(stepInWords(step));
		if (rejection !== null) io.print(`The module would reject that: ${rejection}.`, "bad");
	}
	const isBlocked = step.kind === "blocked" || rejection !== null;
	return isBlocked || calls.some(({ failure }) => failure !== null) ? EXIT.negative : EXIT.ok;
}

function inWords({ dest, value, data }: Recovery["txs"][number]): string {
	const target = addresses.toChecksumAddress(dest);
	const act = decodeAct(data, addresses.toChecksumAddress);
	const coins = `${value} wei`;
	if (act.kind === "plain_value")
		return value === "0" ? `Calls ${target} with nothing.` : `Sends ${coins} to ${target}.`;
	const units = "amount" in act ? act.amount : "amountOrId" in act ? act.amountOrId : "0";
	const words = actWords[act.kind](act as never, target, `${units} smallest units of the token ${target}`);
	return value === "0" ? words : `${words} It also sends ${coins} there.`;
}
