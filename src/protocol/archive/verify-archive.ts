/**
 * Verifies offline that an archive is complete: its manifest is signed, it has each file that the manifest lists, with
 * these bytes, and no other. Never throws, whatever the files are; what `read` throws is passed on.
 */
import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import type { HeadFault } from "../evidence/faults.ts";
import { ARCHIVE_TYPE } from "../evidence/head-form.ts";
import { verifyJws } from "../evidence/verify-head.ts";
import { parse } from "../form.ts";
import { type ArchiveManifest, manifestForm, signedManifestForm } from "./archive-form.ts";
import { MANIFEST_PATH } from "./archive-format.ts";

export type Archive = {
	/** With `/` between folder and name. */
	paths: readonly string[];
	read: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
};

/** `path`: of the file that fails. */
export type ArchiveFault =
	| { kind: "manifest_missing" | "manifest_malformed"; path: string }
	| { kind: "manifest_not_signed"; path: string; fault: HeadFault }
	| { kind: "file_missing" | "file_changed" | "file_unlisted"; path: string };

export type ArchiveVerdict =
	| { ok: true; manifest: ArchiveManifest; kid: string }
	| { ok: false; faults: ArchiveFault[] };

/** @param jwks the issuer's published evidence keys, parsed */
export async function verifyArchive({ paths, read }: Archive, jwks: unknown): Promise<ArchiveVerdict> {
	if (!paths.includes(MANIFEST_PATH)) return rejected({ kind: "manifest_missing", path: MANIFEST_PATH });
	const parsed = parse(signedManifestForm, parsedJson(await read(MANIFEST_PATH)));
	if (!parsed.ok) return rejected({ kind: "manifest_malformed", path: MANIFEST_PATH });
	const { signature, ...manifest } = parsed.value;
	const signed = await verifyJws(signature, ARCHIVE_TYPE, jwks);
	if (!signed.ok) return rejected({ kind: "manifest_not_signed", path: MANIFEST_PATH, fault: signed.fault });
	const content = parse(manifestForm, signed.content);
	if (!content.ok || canonicalJson(content.value) !== canonicalJson(manifest)) {
		const fault = { kind: "head_wrong_content" } as const;
		return rejected({ kind: "manifest_not_signed", path: MANIFEST_PATH, fault });
	}
	const faults = await fileFaults({ paths, read }, manifest);
	return faults.length === 0 ? { ok: true, manifest, kid: signed.kid } : { ok: false, faults };
}

const rejected = (fault: ArchiveFault): ArchiveVerdict => ({ ok: false, faults: [fault] });

/** One file at a time, because documents are large. */
async function fileFaults({ paths, read }: Archive, { files }: ArchiveManifest): Promise<ArchiveFault[]> {
	const faults: ArchiveFault[] = [];
	for (const { path, sha256, size } of files) {
		if (!paths.includes(path)) {
			faults.push({ kind: "file_missing", path });
			continue;
		}
		const bytes = await read(path);
		const isSame = bytes.length === size && (await webSha256Hex(bytes)) === sha256;
		if (!isSame) faults.push({ kind: "file_changed", path });
	}
	const listed = new Set([MANIFEST_PATH, ...files.map(({ path }) => path)]);
	const unlisted = paths.filter((path) => !listed.has(path));
	return [...faults, ...unlisted.map((path) => ({ kind: "file_unlisted" as const, path }))];
}

/** @returns undefined for malformed text */
export function parsedJson(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch {
		return undefined;
	}
}
