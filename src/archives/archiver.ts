/** Puts files into an archive, behind a signed list of them (archives.md "The archive"). */

import { sha256Hex } from "../kernel/crypto/sha256.ts";
import { canonicalJson } from "../kernel/encoding/canonical-json.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { isoTime } from "../kernel/time/iso-time.ts";
import type { ArchiveManifest } from "../protocol/archive/archive-form.ts";
import { ARCHIVE_FORMAT, KEYS_PATH, MANIFEST_PATH, README_PATH } from "../protocol/archive/archive-format.ts";
import { type EvidenceSigner, signManifest } from "../recovery/evidence/sign-head.ts";
import type { loadZip } from "./zip-module.ts";

/** `sha256` and `size` are known before the file is read. */
export type ArchivedFile = { path: string; sha256: Hex; size: number; read: () => Promise<Uint8Array> };

const utf8 = new TextEncoder();

export function textFile(path: string, text: string): ArchivedFile {
	const bytes = utf8.encode(text);
	return { path, sha256: sha256Hex(bytes), size: bytes.length, read: () => Promise.resolve(bytes) };
}

/** Larger archives would need ZIP64, which old programs do not open. */
const MAX_BYTES = 2 ** 32 - 2 ** 20;

export function createArchiver({
	issuer,
	signer,
	keySet,
	load,
}: {
	/** Origin of the service. */
	issuer: string;
	signer: () => Promise<EvidenceSigner>;
	/** The published evidence keys. */
	keySet: object;
	load: typeof loadZip;
}) {
	/** The stream fails where a file cannot be read. @throws AppError PAYLOAD_TOO_LARGE */
	return async function archive(content: {
		kind: "case" | "estate";
		subject: string;
		files: readonly ArchivedFile[];
		now: number;
	}): Promise<ReadableStream<Uint8Array>> {
		const { kind, subject, now } = content;
		const { zipStream } = await load();
		const fixed = [textFile(README_PATH, README), textFile(KEYS_PATH, JSON.stringify(keySet))];
		const files = [...fixed, ...content.files];
		if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) throw tooLarge();
		const listed = files.map(({ path, sha256, size }) => ({ path, sha256, size }));
		const manifest: ArchiveManifest = {
			format: ARCHIVE_FORMAT,
			...{ kind, subject, issuer },
			issuedAt: isoTime(now),
			files: listed,
		};
		const signature = await signManifest(manifest, await signer());
		const signed = textFile(MANIFEST_PATH, canonicalJson({ ...manifest, signature }));
		return zipStream([signed, ...files], now);
	};
}

const tooLarge = () =>
	new AppError({
		code: "PAYLOAD_TOO_LARGE",
		message:
			"The archive would be larger than 4 GiB. Nothing was downloaded. Download the documents one at a time.",
	});

/** For whoever opens an archive years later, perhaps without the service. */
const README = `This archive holds what a Replevin service stored about one case or one estate, for the person who downloaded it.

manifest.json lists every other file with its SHA-256, and is signed by the service. evidence-jwks.json has the public
keys of the service. evidence.json (of a case) and signed-messages.json (of an estate) hold what wallets have signed.
The folders "documents" and "wills" hold the documents that this person could read.

If reviewers have approved the recovery of a case on its chain, evidence.json has their signatures, and anybody can
schedule and execute it from this archive, also without the service:
  npx -p @replevin/sdk -p viem replevin execute THIS-ARCHIVE.zip --rpc NODE --dry-run

Check that nothing is missing or changed, without any service:
  npx @replevin/sdk verify THIS-ARCHIVE.zip

The keys in the archive show that all files come from one issuer. Who that is, only the keys show that the service
itself has published: compare them with a copy that you got elsewhere, and name it with --keys.
`;
