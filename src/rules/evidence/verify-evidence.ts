/**
 * Verifies an evidence bundle offline (recovery.md "Verification").
 *
 * - Runs in Workers, Node and browsers; hashes and signatures of wallets are checked by functions that are handed in.
 * - Never throws, whatever the bundle is.
 */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { createChecksumAddresses } from "../../kernel/checksum-address.ts";
import { createEip712 } from "../../kernel/eip712-encoder.ts";
import { hashFunctionsOf, type Keccak256 } from "../../kernel/hash-functions.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdPreimage, idOfHash } from "../../kernel/id-preimages.ts";
import { jsonDifferences } from "../../kernel/json-differences.ts";
import type { RecoverAddress } from "../../kernel/secp256k1/parse-signature.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import type { CaseStatus, StatusReason } from "../case-state.ts";
import { type Form, parse } from "../form.ts";
import { createSignedMessages } from "../signed-messages.ts";
import { evidenceDigest } from "./derived-parts.ts";
import { createEvidenceForm, type EvidenceBundle, type UnsignedEvidence } from "./evidence-form.ts";
import { type EvidenceFault, type Fault, faultAt } from "./faults.ts";
import { verifyHead } from "./verify-head.ts";
import { historyFaults } from "./verify-history.ts";
import { type EvidenceSignature, type SignatureTools, verifySignatures } from "./verify-signatures.ts";

export type VerifyOptions = {
	/** The issuer's `/.well-known/evidence-jwks.json`, parsed. */
	jwks: unknown;
	/** From earlier webhooks. A history without one of these hashes was rewritten. */
	seenHistoryHashes?: readonly string[];
};

/** What a bundle without a fault proves. */
export type EvidenceReport = {
	caseId: string;
	jrcHash: Hex;
	status: CaseStatus;
	statusReason: StatusReason | null;
	/** The service whose keys the caller trusts. */
	issuer: string;
	/** ISO 8601. */
	issuedAt: string;
	kid: string;
	digest: Hex;
	/** Of the newest entry. */
	historyHash: Hex;
	moves: number;
	events: number;
	/** Verified only if recovered. The bundle merely claims that contracts accepted the other signatures. */
	signatures: EvidenceSignature[];
};

export type EvidenceVerdict =
	| { ok: true; report: EvidenceReport; bundle: EvidenceBundle }
	/** At least one fault. If the form is wrong, nothing else is checked. */
	| { ok: false; faults: EvidenceFault[] };

export type EvidenceVerifier = {
	/** @param bundle any parsed JSON value */
	verifyEvidence: (bundle: unknown, options: VerifyOptions) => Promise<EvidenceVerdict>;
	/** Requires canonical text (RFC 8785), because some readers would see another case if a member is repeated. */
	verifyEvidenceText: (text: string, options: VerifyOptions) => Promise<EvidenceVerdict>;
};

export function createEvidenceVerifier({
	keccak256,
	recover,
}: {
	keccak256: Keccak256;
	recover: RecoverAddress;
}): EvidenceVerifier {
	const hashes = hashFunctionsOf(keccak256);
	const addresses = createChecksumAddresses(hashes);
	const messages = createSignedMessages({
		...hashes,
		...addresses,
		eip712: createEip712(hashes, addresses),
	});
	const form = createEvidenceForm(addresses);
	const verifyEvidence: EvidenceVerifier["verifyEvidence"] = async (bundle, options) => {
		const parsed = parseBundle(form, bundle);
		return parsed.ok ? verifyParsed(parsed.bundle, options, { messages, recover }) : parsed;
	};
	return {
		verifyEvidence,
		verifyEvidenceText: async (text, options) => {
			let bundle: unknown;
			let isCanonical: boolean;
			try {
				bundle = JSON.parse(text);
				isCanonical = canonicalJson(bundle) === text;
			} catch {
				return invalid({ kind: "not_json" });
			}
			if (isCanonical) return verifyEvidence(bundle, options);
			// The rest is checked too, because more than the form may be wrong.
			const verdict = await verifyEvidence(bundle, options);
			const { faults } = invalid({ kind: "not_canonical" });
			return { ok: false, faults: verdict.ok ? faults : [...faults, ...verdict.faults] };
		},
	};
}

function invalid(fault: Fault): { ok: false; faults: EvidenceFault[] } {
	return { ok: false, faults: [faultAt("$", fault)] };
}

function parseBundle(
	form: Form<EvidenceBundle>,
	bundle: unknown,
): { ok: true; bundle: EvidenceBundle } | { ok: false; faults: EvidenceFault[] } {
	const parsed = parse(form, bundle);
	if (!parsed.ok) {
		const faults = parsed.faults.map(({ path, expected, found }) =>
			faultAt(path, { kind: "malformed", expected, found }),
		);
		return { ok: false, faults };
	}
	try {
		// Ensures that the parsed value, which alone is verified, is the whole value.
		if (canonicalJson(parsed.value) === canonicalJson(bundle)) return { ok: true, bundle: parsed.value };
	} catch {}
	return invalid({ kind: "unknown_content" });
}

async function verifyParsed(
	bundle: EvidenceBundle,
	{ jwks, seenHistoryHashes = [] }: VerifyOptions,
	tools: SignatureTools,
): Promise<EvidenceVerdict> {
	const { head, ...unsigned } = bundle;
	const digest = await evidenceDigest(unsigned);
	const headVerdict = await verifyHead(head, jwks);
	const { signatures, faults: signatureFaults } = verifySignatures(unsigned, tools);
	const faults = [
		...(headVerdict.ok ? digestFaults(headVerdict.digest, digest) : [faultAt("$.head", headVerdict.fault)]),
		...(await intentFaults(unsigned, tools)),
		...signatureFaults,
		...(await historyFaults(unsigned, tools.messages)),
		...rewrittenFaults(unsigned, seenHistoryHashes),
	];
	if (!headVerdict.ok || faults.length > 0) return { ok: false, faults };
	const report = reportOf(unsigned, { kid: headVerdict.kid, digest, signatures });
	return { ok: true, report, bundle };
}

function digestFaults(expected: Hex, found: Hex): EvidenceFault[] {
	return expected === found ? [] : [faultAt("$", { kind: "digest_differs", expected, found })];
}

async function intentFaults(
	{ caseId, jrcHash, intent, history }: UnsignedEvidence,
	{ messages }: SignatureTools,
): Promise<EvidenceFault[]> {
	const { emailHash: _, ...rec } = intent.rec;
	const faults: EvidenceFault[] = [];
	const intentHash = messages.hashRecoveryIntent({ rec: { ...rec, email: null }, txs: intent.txs });
	if (intentHash !== jrcHash) {
		const fault = { kind: "jrc_hash_wrong", expected: intentHash, found: jrcHash } as const;
		faults.push(faultAt("$.jrcHash", fault));
	}
	const derivedId = idOfHash("rc", await webSha256Hex(caseIdPreimage(jrcHash)));
	if (derivedId !== caseId)
		faults.push(faultAt("$.caseId", { kind: "case_id_wrong", expected: derivedId, found: caseId }));
	const creation = history[0]?.payload;
	if (creation?.kind === "create") {
		const { rec, txs } = creation;
		for (const { path, expected, found } of jsonDifferences({ rec, txs }, intent, "$.intent"))
			faults.push(faultAt(path, { kind: "intent_differs", expected, found }));
	}
	return faults;
}

function rewrittenFaults({ history }: UnsignedEvidence, seen: readonly string[]): EvidenceFault[] {
	const hashes = new Set<string>(history.map(({ entry }) => entry.hash));
	return seen
		.filter((hash) => !hashes.has(hash))
		.map((expected) => faultAt("$.history", { kind: "entry_missing", expected }));
}

function reportOf(
	{ caseId, jrcHash, issuer, issuedAt, state, history, events }: UnsignedEvidence,
	signed: Pick<EvidenceReport, "kid" | "digest" | "signatures">,
): EvidenceReport {
	const { status, statusReason } = state;
	const historyHash = history.at(-1)?.entry.hash ?? jrcHash;
	return {
		caseId,
		jrcHash,
		status,
		statusReason,
		issuer,
		issuedAt,
		historyHash,
		moves: history.length,
		events: events.length,
		...signed,
	};
}
