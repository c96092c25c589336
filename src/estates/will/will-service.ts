/**
 * Lodges and returns wills (estates.md "POST …/will"). Stores the document before its row, and only as the next
 * version. The sweep removes documents without a row.
 */
import { invalidDocumentError } from "../../document-store/errors.ts";
import { judgeDocument } from "../../document-store/judge-document.ts";
import type { SealedDocuments } from "../../document-store/sealed-documents.ts";
import { sha256Hex } from "../../kernel/crypto/sha256.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	type OwnerSignature,
	ownEstateOf,
	type ProveOwner,
	type SignedFor,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import type { Estate } from "../profile/profile.ts";
import { willDigest } from "../typed-data.ts";
import { nextWillVersion, type WillStatus } from "./will.ts";
import { willContext } from "./will-context.ts";
import type { WillRows } from "./wills.d1.ts";

type LodgedWill = { estateId: string; estateKey: EstateKey; will: WillStatus };

export type WillWithBytes = { will: WillStatus; bytes: Uint8Array };

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
	async function lodge(request: LodgeRequest): Promise<LodgedWill> {
		const { caller, clientAddress, service, ownerAddress, chainId, file, version, signature } = request;
		const judged = judgeDocument(file.bytes, file.declaredType);
		if (judged.kind !== "accepted") throw invalidDocumentError(judged);
		const { mimeType } = judged;
		const size = file.bytes.length;
		const sha256 = sha256Hex(file.bytes);
		if (sha256 !== request.sha256.toLowerCase()) throw hashMismatch(sha256);
		const digestOf = (signed: SignedFor) =>
			willDigest({ ...signed, ownerAddress, version, sha256, mimeType, size });
		const { estateKey, proof } = await proveOwner({
			...{ caller, clientAddress, ownerAddress, chainId },
			...{ service, digestOf, signature },
			derived: `${mimeType} with ${size} bytes`,
		});
		await checkVersion(estateKey, version);
		const signed = { signature, proof, chainId, service };
		const will = { version, sha256, mimeType, size, uploadedAt: request.now };
		const lodging = { estateKey, developerId: developerOf(caller), signed, will, bytes: file.bytes };
		const storing = { ...request, fileBytes: size };
		return withinBudget(storing, () => store(lodging));
	}

	async function store(lodging: {
		estateKey: EstateKey;
		developerId: string | null;
		signed: OwnerSignature;
		will: WillStatus & { sha256: Hex };
		bytes: Uint8Array;
	}): Promise<LodgedWill> {
		const { estateKey, developerId, signed, will, bytes } = lodging;
		const estate = await estates.ensureForWill(estateKey, will.version, will.uploadedAt);
		if (!estate) throw versionConflict(await nextVersionOf(estateKey));
		const context = willContext(estate, will.version);
		const { objectKey, keyVersion } = await documents.store({ bytes, context, sha256: will.sha256 });
		const { estateId } = estate;
		const bare = macs.bareProfileMacs(developerId, estateKey);
		const isLodged = await wills.insert({
			...{ estateId, developerId, bare, signed },
			...{ ...will, objectKey, keyVersion },
		});
		if (isLodged) return { estateId, estateKey, will };
		await removeUnreferenced(objectKey);
		throw versionConflict(await nextVersionOf(estateKey));
	}

	/** Rejects a wrong version before anything is stored. The write checks it again. */
	async function checkVersion(key: EstateKey, version: number): Promise<void> {
		const estate = await estates.find(key);
		const next = await nextVersionOf(key, estate);
		if (next !== version) throw versionConflict(next);
		// The newest version equals the number of versions.
		if (!estate || estate.willVersion < maxVersions) return;
		if ((await wills.count(estate.estateId)) < maxVersions) return;
		throw new AppError({
			code: "EXCEEDED_DOCUMENT_AMOUNT",
			message: `The estate has ${maxVersions} versions of its will, which is the maximum; the newest one remains valid. Nothing was stored. To continue, erase the estate and lodge the will as version ${next}.`,
		});
	}

	async function nextVersionOf(key: EstateKey, known?: Estate): Promise<number> {
		const estate = known ?? (await estates.find(key));
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
	}): Promise<WillWithBytes & { estateId: string }> {
		const estate = await estates.find(ownEstateOf(request.viewer, request.ownerAddress));
		const will = estate && (await wills.find(estate.estateId, request.version));
		if (!estate || !will) {
			throw new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such will: none was lodged, or none with this version.",
			});
		}
		const { objectKey, ...status } = will;
		const context = willContext(estate, will.version);
		const bytes = await documents.read({ objectKey, context, sha256: will.sha256 });
		await wills.recordRead(estate.estateId, will.version, request.now);
		return { estateId: estate.estateId, will: status, bytes };
	}

	return { lodge, read };
}

function hashMismatch(sha256: Hex): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message:
			"The file's SHA-256 differs from the signed one. The file may have been changed in transit. Nothing was stored.",
		details: [
			{ field: "sha256", rule: "must_equal", message: `the SHA-256 of the file's bytes is ${sha256}` },
		],
	});
}

/** @param next the version to sign */
function versionConflict(next: number): AppError {
	return new AppError({
		code: "WILL_VERSION_CONFLICT",
		message: `The next version of this will is ${next}, and nothing was stored now. If the response to an earlier request was lost, the profile shows whether its file is stored: compare \`sha256\`. Otherwise sign and send version ${next}.`,
		details: [{ field: "version", rule: "must_equal", message: `must be ${next}` }],
	});
}
