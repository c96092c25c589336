/**
 * The signed head of a case, and what it says of a bundle: whether later entries exist, and whether the service tells
 * the same history now (recovery.md "The head of a case").
 */
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { nullable, type Of, object, objectWithOptional, parse, text, wholeNumber } from "../form.ts";
import { time } from "./evidence-form.ts";
import type { HeadFault } from "./faults.ts";
import { CASE_HEAD_TYPE } from "./head-form.ts";
import { hash } from "./payload-form.ts";
import type { EvidenceReport } from "./verify-evidence.ts";
import { verifyJws } from "./verify-head.ts";

const entry = { sequence: wholeNumber(1), historyHash: hash, at: time };
const signed = { jrcHash: hash, ...entry, issuedAt: time };
const asked = { entry: nullable(object(entry)) };
const signedForm = objectWithOptional(signed, asked);
const headForm = objectWithOptional({ ...signed, signature: text() }, asked);

/** The newest entry. `entry`: the one that was asked for by its sequence; null if there is none. */
export type SignedCaseHead = Of<typeof signedForm>;

/** `asOf`: when the service said so, ISO 8601. */
export type Freshness =
	| { kind: "latest"; asOf: string }
	| { kind: "later_entries"; count: number; asOf: string }
	/** The service's copy of the head is older than the bundle. It follows within minutes. */
	| { kind: "behind"; asOf: string }
	/** The service signed two hashes for one entry. */
	| { kind: "two_stories"; sequence: number; inBundle: Hex; inHead: Hex; asOf: string }
	/** There is no response that says anything about the bundle. */
	| { kind: "unproven"; reason: "no_head" | "other_case" | "no_entry" }
	| { kind: "unproven"; reason: "not_signed"; fault: HeadFault };

/**
 * Never throws.
 * @param report of the verified bundle
 * @param head the response of `GET /recovery-cases/{jrcHash}/head?sequence={moves}`, parsed
 * @param jwks the issuer's published evidence keys
 */
export async function compareWithHead(
	report: Pick<EvidenceReport, "jrcHash" | "moves" | "historyHash">,
	head: unknown,
	jwks: unknown,
): Promise<Freshness> {
	const parsed = parse(headForm, head);
	if (!parsed.ok) return { kind: "unproven", reason: "no_head" };
	const { signature, ...given } = parsed.value;
	const verdict = await verifyJws(signature, CASE_HEAD_TYPE, jwks);
	if (!verdict.ok) return { kind: "unproven", reason: "not_signed", fault: verdict.fault };
	const content = parse(signedForm, verdict.content);
	if (!content.ok || canonicalJson(content.value) !== canonicalJson(given))
		return { kind: "unproven", reason: "not_signed", fault: { kind: "head_wrong_content" } };
	return compare(report, given);
}

function compare(
	{ jrcHash, moves, historyHash: inBundle }: Pick<EvidenceReport, "jrcHash" | "moves" | "historyHash">,
	{ issuedAt: asOf, entry, ...newest }: SignedCaseHead,
): Freshness {
	if (newest.jrcHash !== jrcHash) return { kind: "unproven", reason: "other_case" };
	if (newest.sequence < moves) return { kind: "behind", asOf };
	const same = [newest, entry].find((one) => one?.sequence === moves);
	if (!same) return { kind: "unproven", reason: "no_entry" };
	const inHead = same.historyHash;
	if (inHead !== inBundle) return { kind: "two_stories", sequence: moves, inBundle, inHead, asOf };
	const count = newest.sequence - moves;
	return count === 0 ? { kind: "latest", asOf } : { kind: "later_entries", count, asOf };
}
