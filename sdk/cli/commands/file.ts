import type { CourtInfo, RecoveryCase } from "../../src/generated/api.ts";
import { type Replevin, ReplevinError } from "../../src/index.ts";
import { COURT_INFO } from "../../src/signing/check-fields.ts";
import { caseId as caseIdOf } from "../../src/signing.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { readJson } from "../read-file.ts";
import { prepare, requireFields, requireIntent } from "../signing/signable.ts";
import { SIGNATURE_OPTIONS, signatureFor } from "../signing/signature.ts";

type Filed = { caseId: string; jrcHash: string; status: string; statusReason?: string | null };

export const fileCase: Command = {
	name: "cases file",
	summary: "File a case that the recovery account has signed; a repetition shows the case",
	operands: [{ name: "INTENT", offers: "files" }],
	options: SIGNATURE_OPTIONS,
	examples: [
		"replevin cases file intent.json --key claimant.key",
		'replevin cases file intent.json --signature "$(replevin sign intent.json --key claimant.key)" --json',
	],
	async run({ words: [path = ""], options, json }, io) {
		const value = await readJson(path);
		const intent = requireIntent(value, path);
		const request = { message: "NewCase", case: intent.rec, transactions: intent.txs } as const;
		const prepared = prepare(request, path);
		const signature = await signatureFor(prepared, prepared.signer, options, signatureIn(value));
		const { cases } = await clientOf(io);
		const body = { case: intent.rec, transactions: intent.txs, signature };
		printCase(await cases.create(body, { signal: io.signal }), json, io);
		return EXIT.ok;
	},
};

export const orderCase: Command = {
	name: "cases order",
	summary: "Attach a court order that the recovery account has signed",
	operands: [{ name: "CASE_ID" }, { name: "ORDER", offers: "files" }],
	options: SIGNATURE_OPTIONS,
	examples: [
		"replevin cases order rc_74ac76c7f29219667d32ccbdbc8a780f order.json --key claimant.key",
		'echo \'{"title":"In re Doe","fullCaseNumber":"1:26-cv-42","courtId":"nysd","docketNumber":17}\' > order.json',
	],
	async run({ words: [caseId = "", path = ""], options, json }, io) {
		const value = (await readJson(path)) as Record<string, unknown> | null;
		const isBody = value?.courtInfo !== undefined;
		const courtInfo = (isBody ? value.courtInfo : value) as CourtInfo & { signature?: unknown };
		requireFields(courtInfo, COURT_INFO, path, isBody ? "courtInfo" : "");
		const { cases } = await clientOf(io);
		const found = await caseToSign(cases, caseId, io);
		const { signature: _, ...fields } = courtInfo;
		const prepared = prepare(orderMessage(found, fields), path);
		const signature = await signatureFor(prepared, found.case.recoveryAccount, options, signatureIn(value));
		const body = { courtInfo: fields, signature };
		printCase(await cases.order(found.jrcHash, body, { signal: io.signal }), json, io);
		return EXIT.ok;
	},
};

export const withdrawCase: Command = {
	name: "cases withdraw",
	summary: "Withdraw a case for good, signed by the recovery account",
	operands: [{ name: "CASE_ID" }],
	options: {
		reason: { value: "TEXT", help: "signed with the withdrawal; the case shows it" },
		...SIGNATURE_OPTIONS,
		signature: { value: "HEX", help: "by the recovery account" },
	},
	examples: [
		'replevin cases withdraw rc_74ac76c7f29219667d32ccbdbc8a780f --reason "The key was found" --key claimant.key',
	],
	async run({ words: [caseId = ""], options: { reason, ...options }, json }, io) {
		if (typeof reason !== "string" || reason.trim() === "")
			throw new UsageError("Pass --reason: it is signed with the withdrawal, and the case shows it.");
		const { cases } = await clientOf(io);
		const { jrcHash, case: rec } = await caseToSign(cases, caseId, io);
		const request = {
			message: "CloseCase",
			jrcHash,
			chainId: rec.chainId,
			action: "withdraw",
			reason,
		} as const;
		const prepared = prepare(request, "The withdrawal");
		const signature = await signatureFor(prepared, rec.recoveryAccount, options, undefined);
		printCase(await cases.withdraw(jrcHash, { reason, signature }, { signal: io.signal }), json, io);
		return EXIT.ok;
	},
};

/** @throws ReplevinError if the key would sign for another case than the caller typed */
async function caseToSign(cases: Replevin["cases"], id: string, { signal }: Io): Promise<RecoveryCase> {
	const found = await cases.get(id, { signal });
	const isHash = /^0x[0-9a-f]{64}$/.test(String(found.jrcHash));
	if (isHash && [caseIdOf(found.jrcHash), found.jrcHash].includes(id.toLowerCase())) return found;
	throw new ReplevinError(`The service responded with another case than ${id}. Nothing was signed.`);
}

const orderMessage = ({ jrcHash, case: { chainId } }: RecoveryCase, courtInfo: CourtInfo) =>
	({ message: "CourtOrder", jrcHash, chainId, courtInfo }) as const;

const signatureIn = (value: unknown): unknown => (value as { signature?: unknown } | null)?.signature;

/** Shows a case as its operations return it. */
export function printCase(filed: Filed, json: boolean, io: Io): void {
	const { caseId, jrcHash, status, statusReason } = filed;
	const lines = [
		`caseId   ${caseId}`,
		`jrcHash  ${jrcHash}`,
		`status   ${statusReason ? `${status} (${statusReason})` : status}`,
	];
	for (const line of json ? [JSON.stringify(filed)] : lines) io.print(line);
}
