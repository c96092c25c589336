/**
 * Lodges and returns wills (estates.md "POST …/will"). Stores the document before its row, and only as the next
 * version. The sweep removes documents without a row.
 */
import { withFacts } from "../../chain/signature-verifier.ts";
import { type InvalidDocument, judgeDocument } from "../../documents/judge-document.ts";
import type { SealedDocuments } from "../../documents/sealed-documents.ts";
import type { Hex } from "../../kernel/hex.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import type { BudgetExhausted } from "../../quota/budgets.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	type NotOwner,
	type OwnerProofRejection,
	type OwnerSignature,
	ownEstateOf,
	type ProveOwner,
	type SignedFor,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import type { Estate } from "../profile/profile.ts";
import { willDigest } from "../typed-data.ts";
import { nextWillVersion, type WillStatus, willContext } from "./will.ts";
import type { WillRows } from "./wills.d1.ts";

export type LodgeWillResult =
	| { kind: "lodged"; estateId: string; estateKey: EstateKey; will: WillStatus }
	| InvalidDocument
	| { kind: "hash_mismatch"; sha256: Hex }
	/** `next`: the version to sign. */
	| { kind: "version_conflict"; next: number }
	/** `next`: the version to sign after an erasure. */
	| { kind: "too_many_versions"; limit: number; next: number }
	| BudgetExhausted
	| OwnerProofRejection;

export type WillWithBytes = { will: WillStatus; bytes: Uint8Array };

export type ReadWillResult =
	| ({ kind: "document"; estateId: string } & WillWithBytes)
	| { kind: "no_will" }
	| NotOwner;

type LodgeRequest = {
	caller: EstateCaller;
	clientAddress: string;
	service: string;
	ownerAddress: string;
	chainId: number;
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
	macs: Pick<EstateMacs, "bareProfileMacs">;
	proveOwner: ProveOwner;
	withinBudget: WithinStorageBudget;
	maxVersions: number;
};

export type WillService = ReturnType<typeof createWillService>;

export function createWillService(ports: WillPorts) {
	const { estates, wills, documents, macs, proveOwner, withinBudget, maxVersions } = ports;

	/** The bytes must match the signed type. */
	async function lodge(request: LodgeRequest): Promise<LodgeWillResult> {
		const { caller, clientAddress, service, ownerAddress, chainId, file, version, signature } = request;
		const judged = judgeDocument(file.bytes, file.declaredType);
		if (judged.kind !== "accepted") return judged;
		const { mimeType } = judged;
		const size = file.bytes.length;
		const sha256 = sha256Hex(file.bytes);
		if (sha256 !== request.sha256.toLowerCase()) return { kind: "hash_mismatch", sha256 };
		const digestOf = (signed: SignedFor) =>
			willDigest({ ...signed, ownerAddress, version, sha256, mimeType, size });
		const proven = await proveOwner({
			...{ caller, clientAddress, ownerAddress, chainId },
			...{ service, digestOf, signature },
		});
		if (proven.kind === "invalid_signer" || proven.kind === "no_rpc") {
			return withFacts(proven, { derived: `${mimeType} with ${size} bytes` });
		}
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const rejection = await checkVersion(estateKey, version);
		if (rejection) return rejection;
		const signed = { signature, proof, chainId, service };
		const will = { version, sha256, mimeType, size, uploadedAt: request.now };
		const lodging = { estateKey, developerId: developerOf(caller), signed, will, bytes: file.bytes };
		const storing = { ...request, fileBytes: size };
		return withinBudget(
			storing,
			() => store(lodging),
			({ kind }) => kind === "lodged",
		);
	}

	async function store(lodging: {
		estateKey: EstateKey;
		developerId: string | null;
		signed: OwnerSignature;
		will: WillStatus & { sha256: Hex };
		bytes: Uint8Array;
	}): Promise<LodgeWillResult> {
		const { estateKey, developerId, signed, will, bytes } = lodging;
		const estate = await estates.ensureForWill(estateKey, will.version, will.uploadedAt);
		if (!estate) return versionConflict(estateKey);
		const context = willContext(estate, will.version);
		const { objectKey, keyVersion } = await documents.store({ bytes, context, sha256: will.sha256 });
		const { estateId } = estate;
		const bare = macs.bareProfileMacs(developerId, estateKey);
		const isLodged = await wills.insert({
			...{ estateId, developerId, bare, signed },
			...{ ...will, objectKey, keyVersion },
		});
		if (isLodged) return { kind: "lodged", estateId, estateKey, will };
		await removeUnreferenced(objectKey);
		return versionConflict(estateKey);
	}

	/** Rejects a wrong version before anything is stored. The write checks it again. */
	async function checkVersion(key: EstateKey, version: number): Promise<LodgeWillResult | undefined> {
		const estate = await estates.find(key);
		const next = await nextVersionOf(key, estate);
		if (next !== version) return { kind: "version_conflict", next };
		// The newest version equals the number of versions.
		if (!estate || estate.willVersion < maxVersions) return undefined;
		const isFull = (await wills.count(estate.estateId)) >= maxVersions;
		return isFull ? { kind: "too_many_versions", limit: maxVersions, next } : undefined;
	}

	async function versionConflict(key: EstateKey): Promise<LodgeWillResult> {
		return { kind: "version_conflict", next: await nextVersionOf(key, await estates.find(key)) };
	}

	async function nextVersionOf(key: EstateKey, estate: Estate | undefined): Promise<number> {
		const erased = estate ? 0 : await estates.erasedWillVersion(key);
		return nextWillVersion({ current: estate?.willVersion ?? 0, erased });
	}

	/** If this fails, the sweep removes the document. Never call after an unknown outcome, because the row may exist. */
	async function removeUnreferenced(objectKey: string): Promise<void> {
		await documents.remove([objectKey]).catch(() => undefined);
	}

	/** @param request.version defaults to the newest */
	async function read(request: {
		viewer: WalletSession;
		ownerAddress: string;
		version: number | undefined;
		now: number;
	}): Promise<ReadWillResult> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await estates.find(own.estateKey);
		const will = estate && (await wills.find(estate.estateId, request.version));
		if (!estate || !will) return { kind: "no_will" };
		const { objectKey, ...status } = will;
		const context = willContext(estate, will.version);
		const bytes = await documents.read({ objectKey, context, sha256: will.sha256 });
		await wills.recordRead(estate.estateId, will.version, request.now);
		return { kind: "document", estateId: estate.estateId, will: status, bytes };
	}

	return { lodge, read };
}
