/** Verification of archives of cases and estates, offline and by the service's own rules. */
import { createChecksumAddresses } from "../../src/kernel/crypto/checksum-address.ts";
import { createEip712 } from "../../src/kernel/crypto/eip712-encoder.ts";
import { hashFunctionsOf } from "../../src/kernel/crypto/hash-functions.ts";
import { hexToBytes } from "../../src/kernel/encoding/hex.ts";
import { type ArchiveManifest, signedMessagesForm } from "../../src/protocol/archive/archive-form.ts";
import { EVIDENCE_PATH, KEYS_PATH, SIGNED_MESSAGES_PATH } from "../../src/protocol/archive/archive-format.ts";
import {
	type Archive,
	type ArchiveFault as Fault,
	parsedJson,
	verifyArchive as verifyFiles,
} from "../../src/protocol/archive/verify-archive.ts";
import { createEstateMessages } from "../../src/protocol/estate-messages.ts";
import { faultInWords } from "../../src/protocol/evidence/fault-words.ts";
import { faultAt } from "../../src/protocol/evidence/faults.ts";
import type { EvidenceReport } from "../../src/protocol/evidence/verify-evidence.ts";
import { parse } from "../../src/protocol/form.ts";
import { keccak256 } from "../../src/protocol/noble/keccak256.ts";
import { recoverAddress } from "../../src/protocol/noble/recover-address.ts";
import { verify } from "./evidence.ts";

/** The files of an archive: their paths with `/`, and a function that reads one. */
export type ArchiveFiles = {
	paths: readonly string[];
	/** The bytes of one of these files. */
	read: (path: string) => Promise<Uint8Array>;
};

/** What is wrong with an archive, in which file, and in one English sentence. */
export type ArchiveFault = { kind: string; path: string; message: string };

/** What an archive proves. */
export type ArchiveReport = {
	kind: "case" | "estate";
	/** The caseId, or the owner's address; `0x…@8453` for the estate of a contract. */
	subject: string;
	issuer: string;
	/** ISO 8601: when it was downloaded. */
	issuedAt: string;
	/** Of the key that signed the list of files. */
	kid: string;
	files: number;
	bytes: number;
	/** Of a case. */
	evidence?: EvidenceReport;
	/** Of a case: how many of the documents in its evidence are in the archive. Not everybody may read them. */
	documents?: { present: number; known: number };
	/** Of an estate: the owner's signatures, and how many of them a key made and were verified here. */
	signatures?: { verified: number; known: number };
};

/** The result: what the archive proves, or what is wrong with it. */
export type ArchiveVerdict = { ok: true; report: ArchiveReport } | { ok: false; faults: ArchiveFault[] };

const hashes = hashFunctionsOf(keccak256);
const messages = createEstateMessages(createEip712(hashes, createChecksumAddresses(hashes)));

/**
 * Verifies that an archive is complete and unchanged: the issuer's signature of the list of files, each file, and what
 * wallets have signed. Throws only what `read` throws.
 *
 * @param keys the issuer's `/.well-known/evidence-jwks.json`, parsed. Those in the archive show that all of it comes from one
 * issuer, and not which
 */
export async function verifyArchive(files: ArchiveFiles, keys: unknown): Promise<ArchiveVerdict> {
	const archive = files as Archive;
	const verdict = await verifyFiles(archive, keys);
	if (!verdict.ok) return { ok: false, faults: verdict.faults.map(inWords) };
	const { manifest, kid } = verdict;
	const { kind, subject, issuer, issuedAt } = manifest;
	const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
	const report = { kind, subject, issuer, issuedAt, kid, files: manifest.files.length, bytes };
	const checked =
		kind === "case" ? await checkEvidence(archive, manifest, keys) : await checkMessages(archive, manifest);
	return checked.ok ? { ok: true, report: { ...report, ...checked.report } } : checked;
}

/** The keys that an archive brings itself; undefined if it has none. */
export async function keysInArchive({ paths, read }: ArchiveFiles): Promise<unknown> {
	return paths.includes(KEYS_PATH) ? parsedJson(await read(KEYS_PATH)) : undefined;
}

type Checked = { ok: true; report: Partial<ArchiveReport> } | { ok: false; faults: ArchiveFault[] };

async function checkEvidence({ read }: Archive, manifest: ArchiveManifest, keys: unknown): Promise<Checked> {
	const path = EVIDENCE_PATH;
	if (!manifest.files.some((file) => file.path === path))
		return wrong(path, "evidence_missing", "is missing");
	const verdict = await verify(new TextDecoder().decode(await read(path)), keys);
	if (!verdict.ok) {
		const faults = verdict.faults.map(({ kind, message }) => ({
			kind,
			path,
			message: `${path}: ${message}`,
		}));
		return { ok: false, faults };
	}
	const { report, bundle } = verdict;
	if (report.caseId !== manifest.subject)
		return wrong(
			path,
			"other_case",
			`is of the case ${report.caseId}, and the archive of ${manifest.subject}`,
		);
	const known = bundle.history.flatMap(({ payload }) => {
		const { kind, document } = payload as { kind: string; document?: { sha256: string } };
		return kind === "add_document" && document ? [document.sha256] : [];
	});
	const stored = new Set(manifest.files.map(({ sha256 }) => sha256 as string));
	const present = known.filter((sha256) => stored.has(sha256)).length;
	return { ok: true, report: { evidence: report, documents: { present, known: known.length } } };
}

async function checkMessages({ paths, read }: Archive, manifest: ArchiveManifest): Promise<Checked> {
	const path = SIGNED_MESSAGES_PATH;
	const parsed = parse(signedMessagesForm, paths.includes(path) ? parsedJson(await read(path)) : undefined);
	if (!parsed.ok) return wrong(path, "malformed", "has another form");
	const { ownerAddress, agreements, wills } = parsed.value;
	const stored = new Map(manifest.files.map((file) => [file.path, file.sha256]));
	const changed = wills.find(({ file, sha256 }) => stored.get(file) !== sha256);
	if (changed) return wrong(changed.file, "will_differs", "is not the will that the owner has signed");
	const all = [
		...agreements.map((one) => ({ ...one, digest: messages.agreement.digest({ ...one, ownerAddress }) })),
		...wills.map((one) => ({ ...one, digest: messages.will.digest({ ...one, ownerAddress }) })),
	];
	const byKey = all.filter(({ proof }) => proof.kind === "key");
	const owner = ownerAddress.toLowerCase();
	const isForged = byKey.some(
		({ digest, signature }) => recoverAddress(digest, hexToBytes(signature)) !== owner,
	);
	if (isForged) return wrong(path, "signature_wrong", `has a signature that ${ownerAddress} has not made`);
	return { ok: true, report: { signatures: { verified: byKey.length, known: all.length } } };
}

const wrong = (path: string, kind: string, words: string): Checked => ({
	ok: false,
	faults: [{ kind, path, message: `${path} ${words}.` }],
});

const WORDS = {
	manifest_missing: "is missing: this is no archive of a case or an estate, or a part of one",
	manifest_malformed: "has another form than this version knows",
	file_missing: "is missing, and the signed list has it",
	file_changed: "has other bytes than the signed list says",
	file_unlisted: "is not in the signed list: somebody has added it",
} as const;

function inWords(fault: Fault): ArchiveFault {
	const { kind, path } = fault;
	const words =
		kind === "manifest_not_signed"
			? `is not signed with one of the given keys: its signature ${faultInWords(faultAt("$.signature", fault.fault))}`
			: WORDS[kind];
	return { kind, path, message: `${path} ${words}.` };
}
