/**
 * Lodging a will on its owner's signature, and giving it back to the owner (estates.md "POST …/will"). The document
 * goes into the store first and its row is written last, under the condition that its version is the next one: of
 * two at once one wins, and the other's document is removed again. What a crash leaves between the two is removed by
 * the sweep of documents that no row names. Earlier versions are kept.
 */

import { type InvalidDocument, judgeDocument } from "../../documents/judge-document.ts";
import type { SealedDocuments, StoredDocument } from "../../documents/sealed-documents.ts";
import type { Hex } from "../../kernel/hex.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import type { StorageQuotaExceeded, WithinStorageQuota } from "../../quota/storage-quota.ts";
import {
	developerOf,
	type EstateCaller,
	type OwnerProofRefusal,
	ownEstateOf,
	type ProveOwner,
} from "../owner-proof.ts";
import type { Estate, EstateKey, EstateRows, Signed, WillStatus } from "../ports.ts";
import { nextWillVersion } from "../profile/profile.ts";
import { willDigest } from "../typed-data.ts";
import { willContext } from "./will-document.ts";

/** A will as its row has it. */
type Will = WillStatus & { objectKey: string };

export type WillRows = {
	/** Writes a will down if its version comes next. False where it does not, or the estate is gone. */
	lodge(
		will: { estateId: string; developerId: string | null; signed: Signed } & Will &
			Pick<StoredDocument, "keyVersion">,
	): Promise<boolean>;
	/** @param version the newest where left out */
	find(estateId: string, version?: number): Promise<Will | undefined>;
	/** How many versions are on file. */
	count(estateId: string): Promise<number>;
	/** Writes into the history that the owner has read it. */
	noteRead(estateId: string, version: number, now: number): Promise<void>;
};

export type LodgeWillAnswer =
	| { kind: "lodged"; estateId: string; estateKey: EstateKey; will: WillStatus }
	| InvalidDocument
	/** The hash that was signed is not that of the bytes. */
	| { kind: "other_bytes"; sha256: Hex }
	/** `next` is the version that would be right. */
	| { kind: "version_conflict"; next: number }
	/** As many versions are on file as there may be; `next` is the one with which it goes on after an erasure. */
	| { kind: "too_many_versions"; limit: number; next: number }
	| StorageQuotaExceeded
	| OwnerProofRefusal;

export type WillStatusWithBytes = { will: WillStatus; bytes: Uint8Array };

export type ReadWillAnswer =
	| ({ kind: "document"; estateId: string } & WillStatusWithBytes)
	| { kind: "no_will" }
	| { kind: "not_owner" };

type LodgeRequest = {
	caller: EstateCaller;
	clientAddress: string;
	ownerAddress: string;
	chainId: number;
	/** `declaredType` as it was sent. */
	file: { bytes: Uint8Array; declaredType: string };
	version: number;
	/** As signed. */
	sha256: Hex;
	signature: Hex;
	now: number;
};

export type WillPorts = {
	estates: Pick<EstateRows, "ensureForWill" | "erasedWillVersion" | "find">;
	wills: WillRows;
	documents: Pick<SealedDocuments, "store" | "read" | "remove">;
	proveOwner: ProveOwner;
	withinQuota: WithinStorageQuota;
	/** Of one estate. */
	maxVersions: number;
};

export type WillService = ReturnType<typeof createWillService>;

export function createWillService(ports: WillPorts) {
	const { estates, wills, documents, proveOwner, withinQuota, maxVersions } = ports;

	/** What is signed is of the type that the bytes are of, whatever was declared, and of their size. */
	async function lodge(request: LodgeRequest): Promise<LodgeWillAnswer> {
		const { caller, ownerAddress, chainId, file, version, signature } = request;
		const judged = judgeDocument(file.bytes, file.declaredType);
		if (judged.kind !== "accepted") return judged;
		const { mimeType } = judged;
		const size = file.bytes.length;
		const sha256 = sha256Hex(file.bytes);
		if (sha256 !== request.sha256.toLowerCase()) return { kind: "other_bytes", sha256 };
		const digest = willDigest({ chainId, ownerAddress, version, sha256, mimeType, size });
		const proven = await proveOwner({ caller, ownerAddress, chainId, digest, signature });
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const signed = { signature, proof, chainId };
		const will = { version, sha256, mimeType, size, uploadedAt: request.now };
		// So that nothing is sealed and stored in vain, not even the address; what decides are the rows.
		const refusal = await refusalOf(estateKey, version);
		if (refusal) return refusal;
		const lodging = { estateKey, developerId: developerOf(caller), signed, will, bytes: file.bytes };
		const storing = { ...request, fileBytes: size };
		return withinQuota(
			storing,
			() => store(lodging),
			({ kind }) => kind === "lodged",
		);
	}

	async function store(lodging: {
		estateKey: EstateKey;
		developerId: string | null;
		signed: Signed;
		will: WillStatus & { sha256: Hex };
		bytes: Uint8Array;
	}): Promise<LodgeWillAnswer> {
		const { estateKey, developerId, signed, will, bytes } = lodging;
		const estate = await estates.ensureForWill(estateKey, will.version, will.uploadedAt);
		if (!estate) return conflictOf(estateKey);
		const context = willContext(estate, will.version);
		const { objectKey, keyVersion } = await documents.store({ bytes, context, sha256: will.sha256 });
		const { estateId } = estate;
		const isOurs = await wills.lodge({ estateId, developerId, signed, ...will, objectKey, keyVersion });
		if (isOurs) return { kind: "lodged", estateId, estateKey, will };
		await removeLoser(objectKey);
		return conflictOf(estateKey);
	}

	/**
	 * Why this version cannot be lodged now. How many there are follows from the newest one's number and from what an
	 * erasure left, which only an erasure changes: two at once cannot both be the last one that there may be.
	 */
	async function refusalOf(key: EstateKey, version: number): Promise<LodgeWillAnswer | undefined> {
		const estate = await estates.find(key);
		const next = await nextOf(key, estate);
		if (next !== version) return { kind: "version_conflict", next };
		if (!estate || estate.willVersion < maxVersions) return undefined;
		const isFull = (await wills.count(estate.estateId)) >= maxVersions;
		return isFull ? { kind: "too_many_versions", limit: maxVersions, next } : undefined;
	}

	async function conflictOf(key: EstateKey): Promise<LodgeWillAnswer> {
		return { kind: "version_conflict", next: await nextOf(key, await estates.find(key)) };
	}

	/** A profile goes on after an erasure from the version that the tombstone has. */
	async function nextOf(key: EstateKey, estate: Estate | undefined): Promise<number> {
		const erased = estate ? 0 : await estates.erasedWillVersion(key);
		return nextWillVersion({ current: estate?.willVersion ?? 0, erased });
	}

	/** Where that fails the sweep does it. A write whose outcome is unknown has thrown: its document may be named. */
	async function removeLoser(objectKey: string): Promise<void> {
		await documents.remove([objectKey]).catch(() => undefined);
	}

	/** @param request.version the newest where left out */
	async function read(request: {
		viewer: Extract<EstateCaller, { kind: "wallet" }>;
		ownerAddress: string;
		version: number | undefined;
		now: number;
	}): Promise<ReadWillAnswer> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await estates.find(own.estateKey);
		const will = estate && (await wills.find(estate.estateId, request.version));
		if (!estate || !will) return { kind: "no_will" };
		const { objectKey, ...status } = will;
		const context = willContext(estate, will.version);
		const bytes = await documents.read({ objectKey, context, sha256: will.sha256 });
		await wills.noteRead(estate.estateId, will.version, request.now);
		return { kind: "document", estateId: estate.estateId, will: status, bytes };
	}

	return { lodge, read };
}
