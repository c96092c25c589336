/** What the archive of an estate holds, for its owner (archives.md "The archive"). */

import type { ArchivedFile } from "../archives/archiver.ts";
import type { DocumentType } from "../document-store/judge-document.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import type { Page } from "../kernel/paging/paging.ts";
import { isoTime } from "../kernel/time/iso-time.ts";
import { ownEstateOf, type WalletSession } from "./owner-proof.ts";
import type { EstateRows } from "./profile/estates.d1.ts";
import type { HistoryEntry } from "./profile/profile.ts";
import type { ProfileService } from "./profile/profile-service.ts";
import type { ReleaseRequest } from "./release/release-request.ts";
import type { ReleaseService } from "./release/release-service.ts";
import type { SignedMessageRows } from "./signed-messages.d1.ts";
import { willFileName } from "./will/will.ts";
import type { WillService } from "./will/will-service.ts";

type ArchivePorts = {
	estates: Pick<EstateRows, "find">;
	profiles: Pick<ProfileService, "read" | "listHistory">;
	releases: Pick<ReleaseService, "list">;
	wills: Pick<WillService, "read">;
	signed: SignedMessageRows;
};

type ArchiveRequest = { viewer: WalletSession; ownerAddress: string; clientAddress: string; now: number };

type EstateContents = {
	/** Null before the owner has signed anything. */
	estateId: string | null;
	profile: Awaited<ReturnType<ProfileService["read"]>>;
	history: HistoryEntry[];
	requests: ReleaseRequest[];
	/** As the owner signed them, with what proves each signature. */
	messages: { agreements: object[]; wills: object[] };
	wills: ArchivedFile[];
};

const PAGE_SIZE = 100;

export function createEstateArchives({ estates, profiles, releases, wills, signed }: ArchivePorts) {
	/** @throws AppError FORBIDDEN for another owner's estate */
	return async function contentsOf(request: ArchiveRequest): Promise<EstateContents> {
		const { viewer, ownerAddress, now } = request;
		const profile = await profiles.read({ ...request, chainId: undefined });
		const estate = await estates.find(ownEstateOf(viewer, ownerAddress));
		const history = await all((before: number | undefined) =>
			profiles.listHistory({ viewer, ownerAddress, before, limit: PAGE_SIZE }),
		);
		const requests = await all((after: Parameters<ReleaseService["list"]>[0]["after"]) =>
			releases.list({ viewer, ownerAddress, after, limit: PAGE_SIZE }),
		);
		const agreements = estate ? await signed.agreements(estate.estateId) : [];
		const versions = (estate ? await signed.wills(estate.estateId) : []).map(
			({ mimeType, uploadedAt, ...will }) => {
				const file = `wills/${willFileName({ ...will, ownerAddress, mimeType: mimeType as DocumentType })}`;
				return { file, mimeType, uploadedAt: isoTime(uploadedAt), ...withProof(will) };
			},
		);
		return {
			estateId: estate?.estateId ?? null,
			profile,
			history,
			requests,
			messages: {
				agreements: agreements.map(({ acceptedAt, ...message }) => ({
					acceptedAt: isoTime(acceptedAt),
					...withProof(message),
				})),
				wills: versions,
			},
			wills: versions.map(({ file, sha256, size, version }) => ({
				path: file,
				sha256: sha256 as Hex,
				size,
				read: async () => (await wills.read({ viewer, ownerAddress, version, now })).bytes,
			})),
		};
	};
}

const withProof = <Row extends { proof: string }>({ proof, ...row }: Row) => ({
	...row,
	proof: JSON.parse(proof) as unknown,
});

async function all<Row, Key>(pageAfter: (key: Key | undefined) => Promise<Page<Row, Key>>): Promise<Row[]> {
	const found: Row[] = [];
	let after: Key | undefined;
	do {
		const { rows, next } = await pageAfter(after);
		found.push(...rows);
		after = next;
	} while (after !== undefined);
	return found;
}
