import { EVIDENCE_FORMAT, isOtherFile } from "../../../src/protocol/evidence/evidence-format.ts";
import { type ArchiveFiles, type ArchiveReport, keysInArchive, verifyArchive } from "../../src/archive.ts";
import { isSafeFromNetwork } from "../../src/client/credentials.ts";
import {
	compareWithHead,
	type EvidenceFault,
	type EvidenceReport,
	verify as verifyEvidence,
} from "../../src/evidence.ts";
import { type Command, EXIT, type Given, type Io, UsageError } from "../command.ts";
import { originOf } from "../credentials.ts";
import { fetchText } from "../fetch-text.ts";
import { fetchKeys, isKeySet, parsed, REQUEST_LIMIT_MS } from "../issuer-keys.ts";
import { openArchive } from "../open-archive.ts";
import { readText } from "../read-file.ts";

export const verify: Command = {
	name: "verify",
	summary: "Verify an evidence bundle, or the archive of a case or an estate, offline",
	operands: [{ name: "FILE|FOLDER", offers: "files" }],
	options: {
		keys: { value: "FILE", offers: "files", help: "the issuer's /.well-known/evidence-jwks.json, as a file" },
		issuer: { value: "URL", help: "get these keys from the issuer, in place of --keys; needs the network" },
		online: {
			help: "ask the issuer whether there are later entries; exits with 1 unless the bundle is the latest",
		},
	},
	examples: [
		"replevin verify evidence.json --keys evidence-jwks.json",
		"replevin verify evidence.json --issuer https://replevin.example --online --json",
		"replevin verify case.zip --keys evidence-jwks.json",
		"replevin verify ./unpacked-case",
	],
	async run({ words: [path = ""], options, json }, io) {
		const { issuer, online } = options;
		if (online && issuer === undefined) throw new UsageError("--online needs --issuer, the service to ask.");
		const archive = openArchive(path);
		if (archive) return verifyFiles(archive, { path, options, json }, io);
		const keys = await keysOf(options, io);
		const text = await readText(path);
		const verdict = await verifyEvidence(text, keys);
		if (!verdict.ok) {
			requireBundle(verdict.faults, path);
			if (json) io.print(JSON.stringify({ ok: false, faults: verdict.faults.map(withoutDepth) }));
			else for (const { message } of verdict.faults) io.print(message, "bad");
			if (!json) io.note(rejectionOf(path, verdict.faults), "bad");
			return EXIT.negative;
		}
		const { report } = verdict;
		if (typeof issuer === "string" && originOf(issuer) !== originOf(report.issuer)) {
			// Anybody can sign a bundle that names another issuer.
			const message = `The bundle was signed with a key of ${issuer}, and says that ${report.issuer} issued it.`;
			if (json) io.print(JSON.stringify({ ok: false, faults: [{ kind: "issuer_differs", message }] }));
			else io.print(message, "bad");
			return EXIT.negative;
		}
		const head = online ? await headOf(report, String(issuer), io) : null;
		const freshness = online ? await compareWithHead(report, head, keys) : null;
		const isTold = freshness?.kind === "two_stories";
		if (json)
			io.print(
				JSON.stringify({
					ok: !isTold,
					message: verdict.message,
					report,
					...(freshness && { freshness, head }),
				}),
			);
		else {
			io.print(verdict.message);
			if (freshness) io.print(freshness.message, freshness.kind === "latest" ? "good" : "bad");
			const recovered = report.signatures.filter(({ proof }) => proof === "recovered").length;
			if (!isTold)
				io.print(`The evidence is genuine: case ${report.caseId} was ${report.status} then.`, "good");
			io.print(`Issued by ${report.issuer} at ${report.issuedAt}, with the key ${report.kid}.`);
			io.print(
				`${report.moves} ${report.moves === 1 ? "move" : "moves"}; ${recovered} of ${report.signatures.length} signatures verified here.`,
			);
			if (report.decisions.length > 0)
				io.print(
					`${report.decisions.length} of the reviewers' decisions are signed by a passkey, and verified here.`,
				);
			if (recovered < report.signatures.length)
				io.print("The others are of contract wallets, which only their chain can verify.");
		}
		return freshness === null || freshness.kind === "latest" ? EXIT.ok : EXIT.negative;
	},
};

/** Without `--keys` or `--issuer`, the keys are those of the archive, which show that one issuer signed all of it. */
async function verifyFiles(
	archive: ArchiveFiles,
	{ path, options, json }: Pick<Given, "options" | "json"> & { path: string },
	io: Io,
): Promise<number> {
	if (options.online)
		throw new UsageError("--online is for evidence bundles: verify evidence.json of the archive.");
	const isTrusted = options.keys !== undefined || options.issuer !== undefined;
	const keys = isTrusted ? await keysOf(options, io) : await keysInArchive(archive);
	const verdict = await verifyArchive(archive, keys);
	if (json) io.print(JSON.stringify({ ...verdict, isIssuerProven: verdict.ok && isTrusted }));
	if (!verdict.ok) {
		if (!json) for (const { message } of verdict.faults) io.print(message, "bad");
		if (!json) io.note(`${path} is not a complete archive, as its issuer signed it.`, "bad");
		return EXIT.negative;
	}
	if (!json) printArchive(verdict.report, isTrusted, io);
	return EXIT.ok;
}

function printArchive(report: ArchiveReport, isTrusted: boolean, io: Io): void {
	const { kind, subject, files, bytes, issuer, issuedAt, kid, evidence, documents, signatures } = report;
	io.print(
		`The archive is complete: ${files} files with ${bytes} bytes, about the ${kind} ${subject}.`,
		"good",
	);
	if (evidence)
		io.print(
			`The evidence is genuine: the case was ${evidence.status} after ${evidence.moves} moves.`,
			"good",
		);
	if (documents) io.print(`${documents.present} of the case's ${documents.known} documents are in it.`);
	if (signatures)
		io.print(`${signatures.verified} of the owner's ${signatures.known} signatures verified here.`);
	io.print(`Issued by ${issuer} at ${issuedAt}, with the key ${kid}.`);
	if (!isTrusted)
		io.print(
			`The keys came with the archive. So all of it is of one issuer, and only the published keys show that this is ${issuer}: name them with --keys or --issuer.`,
			"bad",
		);
}

/** Asks the given issuer alone. @returns null without a response */
async function headOf({ jrcHash, moves }: EvidenceReport, issuer: string, io: Io): Promise<unknown> {
	const path = `/api/v1/recovery-cases/${jrcHash}/head?sequence=${moves}`;
	try {
		const limits = { redirect: "error", limitMs: REQUEST_LIMIT_MS } as const;
		const { status, text } = await fetchText(new URL(path, issuer).href, limits, io);
		return status === 200 ? (parsed(text) ?? null) : null;
	} catch {
		return null;
	}
}

/** The bundle's writer chose what was found, and could nest it deeper than JSON can be written. */
function withoutDepth(fault: EvidenceFault): object {
	const { found, ...rest } = fault as EvidenceFault & { found?: unknown };
	return typeof found === "object" && found !== null ? rest : fault;
}

/** A changed bundle still has its format. Nothing is said about a file that is no bundle. */
function requireBundle(faults: readonly EvidenceFault[], path: string): void {
	if (isOtherFile(faults))
		throw new UsageError(
			`${path} is no evidence bundle: a JSON object with the format ${EVIDENCE_FORMAT}, as replevin cases evidence prints it.`,
		);
}

/** Other keys than the issuer's prove nothing, and neither do they show a forgery. */
function rejectionOf(path: string, faults: readonly EvidenceFault[]): string {
	if (faults.every(({ kind }) => ["key_unknown", "key_ambiguous", "key_unusable"].includes(kind)))
		return `Nothing shows who issued ${path}. Get the keys anew from the issuer whom you trust. If this key is not among them, the issuer did not sign it.`;
	if (faults.every(({ kind }) => kind === "not_canonical"))
		return `${path} has other bytes than its issuer signed, as after an editor or a formatter. Download it again.`;
	return `${path} is not genuine.`;
}

const KEY_SET = "a JSON Web Key Set, such as the issuer's /.well-known/evidence-jwks.json";

async function keysOf({ keys, issuer }: Record<string, unknown>, io: Io): Promise<unknown> {
	if (typeof keys === "string" && issuer === undefined) {
		const given = parsed(await readText(keys));
		if (!isKeySet(given)) throw new UsageError(`${keys} is not ${KEY_SET}.`);
		return given;
	}
	if (typeof issuer !== "string" || keys !== undefined)
		throw new UsageError("Pass --keys with a file, or --issuer with the origin of the service.");
	if (!URL.canParse(issuer)) throw new UsageError(`--issuer must be a URL, but it is "${issuer}"`);
	if (!isSafeFromNetwork(new URL(issuer)))
		throw new UsageError("--issuer must begin with https, because others could change keys on their way.");
	return fetchKeys(issuer, io);
}
