/** Issues the signed head of a case from its copy in D1, without its object (recovery.md "The head of a case"). */

import type { Hex } from "../../kernel/encoding/hex.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import type { SignedCaseHead } from "../../protocol/evidence/case-head.ts";
import type { HashedEntry, HistoryHashes } from "./history-hashes.d1.ts";
import { type EvidenceSigner, signCaseHead } from "./sign-head.ts";

type HeadPorts = { hashes: HistoryHashes; signer: () => Promise<EvidenceSigner> };

type CaseHead = SignedCaseHead & { signature: string };

/** @returns null without such a case */
type IssueCaseHead = (request: {
	caseId: string;
	/** Of the entry to name as well. */
	sequence: number | undefined;
	now: number;
}) => Promise<CaseHead | null>;

export function createCaseHeadIssuer({ hashes, signer }: HeadPorts): IssueCaseHead {
	return async ({ caseId, sequence, now }) => {
		const [newest, asked] = await Promise.all([
			hashes.newest(caseId),
			sequence === undefined ? undefined : hashes.find(caseId, sequence),
		]);
		if (!newest) return null;
		const head: SignedCaseHead = {
			jrcHash: newest.jrcHash as Hex,
			...present(newest),
			issuedAt: isoTime(now),
			...(sequence !== undefined && { entry: asked ? present(asked) : null }),
		};
		return { ...head, signature: await signCaseHead(head, await signer()) };
	};
}

// The case's object wrote both hashes as lower-case hex.
function present({ sequence, hash, at }: HashedEntry) {
	return { sequence, historyHash: hash as Hex, at: isoTime(at) };
}
