import type { CourtInfo, Hex, RecoveryCase } from "../../src/generated/api.ts";
import { ReplevinError } from "../../src/index.ts";
import { caseId as caseIdOf } from "../../src/signing.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { readJson } from "../read-file.ts";
import { intentOf, prepare, requireAddresses } from "../signing/signable.ts";
import { SIGNATURE_HELP, SIGNATURE_OPTIONS, signatureFor } from "../signing/signature.ts";

type Filed = { caseId: string; jrcHash: string; status: string; statusReason?: string | null };

export const fileCase: Command = {
	name: "cases file",
	summary: "File a case that the recovery account has signed; a repetition shows the case",
	operands: ["INTENT"],
	options: SIGNATURE_OPTIONS,
	optionHelp: SIGNATURE_HELP,
	examples: [
		"replevin cases file intent.json --key claimant.key",
		'replevin cases file intent.json --signature "$(replevin sign intent.json --key claimant.key)" --json',
	],
	async run({ words: [path = ""], options, json }, io) {
		const value = await readJson(path);
		const intent = intentOf(value);
		if (intent === undefined)
			throw new UsageError(`${path} has neither rec and txs, nor case and transactions.`);
		requireAddresses(value, path);
		const request = { message: "NewCase", case: intent.rec, transactions: intent.txs } as const;
		const prepared = prepare(request, path);
		const signature = await signatureFor(prepared, prepared.signer, options, signatureIn(value));
		const { cases } = await clientOf(io);
		const body = { case: intent.rec, transactions: intent.txs, signature };
		print(await cases.create(body, { signal: io.signal }), json, io);
		return EXIT.ok;
	},
};

export const orderCase: Command = {
	name: "cases order",
	summary: "Attach a court order that the recovery account has signed",
	operands: ["CASE_ID", "ORDER"],
	options: SIGNATURE_OPTIONS,
	optionHelp: SIGNATURE_HELP,
	examples: [
		"replevin cases order rc_74ac76c7f29219667d32ccbdbc8a780f order.json --key claimant.key",
		'echo \'{"title":"In re Doe","fullCaseNumber":"1:26-cv-42","courtId":"nysd","docketNumber":17}\' > order.json',
	],
	async run({ words: [caseId = "", path = ""], options, json }, io) {
		const value = (await readJson(path)) as Record<string, unknown> | null;
		const courtInfo = (value?.courtInfo ?? value) as (CourtInfo & { signature?: unknown }) | undefined;
		if (typeof courtInfo?.title !== "string")
			throw new UsageError(`${path} has no title, fullCaseNumber, courtId and docketNumber.`);
		const { cases } = await clientOf(io);
		const found = await cases.get(caseId, { signal: io.signal });
		// The key signs for this hash, and the id that the caller typed is made of it.
		if (!isHashOf(caseId, found.jrcHash))
			throw new ReplevinError(`The service responded with another case than ${caseId}. Nothing was signed.`);
		const { signature: _, ...fields } = courtInfo;
		const prepared = prepare(orderMessage(found, fields), path);
		const signature = await signatureFor(prepared, found.case.recoveryAccount, options, signatureIn(value));
		const body = { courtInfo: fields, signature };
		print(await cases.order(found.jrcHash, body, { signal: io.signal }), json, io);
		return EXIT.ok;
	},
};

const isHashOf = (id: string, jrcHash: unknown): boolean =>
	/^0x[0-9a-f]{64}$/.test(String(jrcHash)) && caseIdOf(jrcHash as Hex) === id;

const orderMessage = ({ jrcHash, case: { chainId } }: RecoveryCase, courtInfo: CourtInfo) =>
	({ message: "CourtOrder", jrcHash, chainId, courtInfo }) as const;

const signatureIn = (value: unknown): unknown => (value as { signature?: unknown } | null)?.signature;

function print(filed: Filed, json: boolean, io: Io): void {
	const { caseId, jrcHash, status, statusReason } = filed;
	const lines = [
		`caseId   ${caseId}`,
		`jrcHash  ${jrcHash}`,
		`status   ${statusReason ? `${status} (${statusReason})` : status}`,
	];
	for (const line of json ? [JSON.stringify(filed)] : lines) io.print(line);
}
