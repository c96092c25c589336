import type { Replevin } from "../../src/index.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { prepare } from "../signing/signable.ts";
import { SIGNATURE_OPTIONS, signatureFor } from "../signing/signature.ts";
import { printCase } from "./file.ts";

export const contestCase: Command = {
	name: "cases contest",
	summary: "Contest a case, signed by the account that it calls lost",
	operands: [{ name: "CASE_ID" }],
	options: {
		account: { value: "ADDRESS", help: "the account that the case calls lost, which has to sign" },
		reason: { value: "TEXT", help: "signed with the contest; the case shows it" },
		...SIGNATURE_OPTIONS,
		signature: { value: "HEX", help: "by the account" },
	},
	examples: [
		'replevin cases contest rc_74ac76c7f29219667d32ccbdbc8a780f --account 0x… --reason "I have my key" --key owner.key',
	],
	async run({ words: [caseId = ""], options: { account, reason, ...options }, json }, io) {
		if (typeof account !== "string")
			throw new UsageError("Pass --account: the account that the case calls lost.");
		if (typeof reason !== "string" || reason.trim() === "")
			throw new UsageError("Pass --reason: it is signed with the contest, and the case shows it.");
		const { cases } = await clientOf(io);
		const { jrcHash, chainId } = await noticeOf(cases, { caseId, account }, io);
		const request = { message: "CloseCase", jrcHash, chainId, action: "contest", reason } as const;
		const signature = await signatureFor(prepare(request, "The contest"), account, options, undefined);
		printCase(await cases.contest(jrcHash, { reason, signature }, { signal: io.signal }), json, io);
		return EXIT.ok;
	},
};

type Named = { caseId: string; account: string };

/** The owner may not read the case. The notices tell everybody its hash and chain. */
async function noticeOf(cases: Replevin["cases"], { caseId, account }: Named, { signal }: Io) {
	for await (const notice of cases.notices({ account: account as `0x${string}` }, { signal }))
		if (notice.caseId === caseId || notice.jrcHash === caseId) return notice;
	throw new UsageError(`No open case ${caseId} names ${account}. Nothing was signed.`);
}
