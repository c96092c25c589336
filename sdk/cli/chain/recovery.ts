/** What is to be executed and who approved it: from the evidence of a case, of the service or in its archive. */
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { EVIDENCE_PATH } from "../../../src/protocol/archive/archive-format.ts";
import type { Approval } from "../../../src/protocol/case-state.ts";
import { type ArchiveFiles, keysInArchive, verifyArchive } from "../../src/archive.ts";
import { verify } from "../../src/evidence.ts";
import type { EvidenceBundle } from "../../src/generated/api.ts";
import { type Replevin, ReplevinError } from "../../src/index.ts";
import { UsageError } from "../command.ts";

export type Recovery = {
	caseId: string;
	jrcHash: Hex;
	rec: EvidenceBundle["intent"]["rec"];
	txs: EvidenceBundle["intent"]["txs"];
	/** Each reviewer's last one, for the order that is attached. */
	approvals: readonly Pick<Approval, "reviewer" | "terms" | "signature">[];
	/** Why nothing may be executed; null for a pending case with a verified order. */
	refusal: string | null;
};

/** From the service, if its evidence is genuine. @param keys those of its issuer. @throws ReplevinError */
export async function recoveryOfCase(
	caseId: string,
	{ client, keys, signal }: { client: Replevin; keys: unknown; signal: AbortSignal },
): Promise<Recovery> {
	const verdict = await verify(await client.cases.evidence(caseId, { signal }), keys);
	if (!verdict.ok)
		throw new ReplevinError(
			`Nothing was done, because the service's evidence of ${caseId} is not genuine: ${verdict.faults[0]?.message}`,
		);
	if (verdict.bundle.caseId !== caseId)
		throw new ReplevinError(
			`Nothing was done, because the service sent the evidence of another case, ${verdict.bundle.caseId}.`,
		);
	return recoveryIn(verdict.bundle);
}

function recoveryIn({ caseId, jrcHash, intent, history, state }: EvidenceBundle): Recovery {
	// A new court order begins without approvals, although the chain would still take the earlier ones.
	const ordered = history.map(({ payload }) => payload.kind).lastIndexOf("attach_order");
	const given = history
		.slice(ordered + 1)
		.flatMap(({ payload }) =>
			payload.kind === "approve_execution" ? [payload as unknown as Recovery["approvals"][number]] : [],
		);
	const approvals = [...new Map(given.map((one) => [one.reviewer.toLowerCase(), one])).values()];
	return { caseId, jrcHash, ...intent, approvals, refusal: refusalOf(state) };
}

function refusalOf({ status, statusReason, courtOrder }: EvidenceBundle["state"]): string | null {
	if (status === "executed") return null;
	if (status !== "pending")
		return `The case is ${status}${statusReason === null ? "" : ` (${statusReason})`}, so its recovery must not be executed.`;
	return courtOrder?.verification === "verified" ? null : "The court order of the case is not verified yet.";
}

/**
 * From the archive of a case, without any service. Its own keys show that nothing in it was changed; that the reviewers have
 * approved, the chain checks by their signatures. @throws UsageError
 */
export async function recoveryInArchive(archive: ArchiveFiles, path: string): Promise<Recovery> {
	const keys = await keysInArchive(archive);
	const complete = await verifyArchive(archive, keys);
	if (!complete.ok)
		throw new UsageError(
			`${path} is not a complete archive, as its issuer signed it: ${complete.faults[0]?.message}`,
		);
	if (complete.report.kind !== "case") throw new UsageError(`${path} is the archive of an estate.`);
	const verdict = await verify(new TextDecoder().decode(await archive.read(EVIDENCE_PATH)), keys);
	if (!verdict.ok) throw new UsageError(`${path}: ${verdict.faults[0]?.message}`);
	return recoveryIn(verdict.bundle);
}
