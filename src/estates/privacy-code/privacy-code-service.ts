/** Privacy codes (estates.md "POST …/privacy-codes"). A code is shown once and stored as its MAC. */
import type { AuditStamp } from "../../audit/audit-event.ts";
import { newPrivacyCodeId } from "../../kernel/crypto/random-ids.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	ownEstateOf,
	type ProveOwner,
	type SignedFor,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import { privacyCodeDigest } from "../typed-data.ts";
import {
	formatPrivacyCode,
	MAX_LIVE_PRIVACY_CODES,
	PRIVACY_CODE_BYTES,
	parsePrivacyCode,
	privacyCodeHint,
	readExpiry,
} from "./privacy-code.ts";
import type { PrivacyCodeRows, ResolvedEstate } from "./privacy-codes.d1.ts";

export type CreatedPrivacyCode = { codeId: string; code: string; label: string; expiresAt: number | null };

export type PrivacyCodePorts = {
	estates: Pick<EstateRows, "find">;
	codes: PrivacyCodeRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinBudget: WithinStorageBudget;
	/** Counts failed resolves by account and address, apart from logins. */
	guard: LoginGuard;
};

export type PrivacyCodeService = ReturnType<typeof createPrivacyCodeService>;

export function createPrivacyCodeService(ports: PrivacyCodePorts) {
	const { estates, codes, macs, proveOwner, withinBudget, guard } = ports;

	/** @param request.expiresAt unix seconds; 0 for none */
	async function create(request: {
		caller: EstateCaller;
		clientAddress: string;
		service: string;
		ownerAddress: string;
		chainId: number;
		label: string;
		expiresAt: number;
		nonce: Hex;
		signature: Hex;
		now: number;
	}): Promise<CreatedPrivacyCode> {
		const { caller, clientAddress, service, ownerAddress, chainId, label, expiresAt, nonce, signature, now } =
			request;
		const endsAt = readExpiry(expiresAt, now);
		const digestOf = (signed: SignedFor) =>
			privacyCodeDigest({ ...signed, ownerAddress, label, expiresAt, nonce });
		const { estateKey, proof } = await proveOwner({
			...{ caller, clientAddress, ownerAddress, chainId },
			...{ service, digestOf, signature },
		});
		const estate = await estates.find(estateKey);
		if (!estate) throw agreementRequired();
		const code = formatPrivacyCode(crypto.getRandomValues(new Uint8Array(PRIVACY_CODE_BYTES)));
		const row = {
			codeId: newPrivacyCodeId(),
			estateId: estate.estateId,
			label,
			hint: privacyCodeHint(code),
			mac: macs.codeMacs(code).current,
			developerId: developerOf(caller),
			createdAt: now,
			expiresAt: endsAt,
			signed: { signature, proof, chainId, service },
		};
		const store = async (): Promise<CreatedPrivacyCode> => {
			const result = await codes.create(row, {
				nonce: macs.nonceMacs(estateKey, nonce, chainId),
				bare: macs.bareProfileMacs(row.developerId, estateKey),
				agreementVersion: currentAgreement.version,
				limit: MAX_LIVE_PRIVACY_CODES,
			});
			if (result === "nonce_used") throw repeatedCode();
			if (result === "agreement_required") throw agreementRequired();
			if (result === "too_many_codes") {
				throw new AppError({
					code: "EXCEEDED_PRIVACY_CODE_AMOUNT",
					message: `The estate has ${MAX_LIVE_PRIVACY_CODES} live privacy codes, which is the maximum. Revoke one first.`,
				});
			}
			return { codeId: row.codeId, code, label, expiresAt: row.expiresAt };
		};
		return withinBudget(request, store);
	}

	/** Idempotent. @returns unix milliseconds */
	async function revoke(request: {
		viewer: WalletSession;
		ownerAddress: string;
		codeId: string;
		now: number;
	}): Promise<number> {
		const { viewer, codeId, now } = request;
		const estate = await estates.find(ownEstateOf(viewer, request.ownerAddress));
		const revokedAt = estate && (await codes.revoke(estate.estateId, codeId, now, viewer.page?.developerId));
		if (revokedAt !== undefined) return revokedAt;
		throw new AppError({
			code: "RESOURCE_NOT_FOUND",
			message: "Your estate profile has no such privacy code. Read the profile for its privacy codes.",
		});
	}

	/**
	 * Resolves for the developer through whom the code was made, or a resolver. Does not distinguish unknown, expired,
	 * revoked and foreign codes. A wrong check symbol costs no attempt.
	 *
	 * @param request.ownerAddress in any letter case; rejects codes of other owners
	 */
	async function resolve(request: {
		developerId: string;
		asResolver: boolean;
		clientAddress: string;
		code: string;
		ownerAddress?: string;
		stamp: AuditStamp;
		now: number;
	}): Promise<({ kind: "resolved" } & ResolvedEstate) | Throttled> {
		const { developerId, asResolver, clientAddress, ownerAddress, stamp, now } = request;
		const parsed = parsePrivacyCode(request.code);
		if (!parsed.ok) throw unresolvedCode();
		const resolving = {
			...{ macs: macs.codeMacs(parsed.code).all, agreementVersion: currentAgreement.version },
			...{ developerId, asResolver, stamp, now },
			...(ownerAddress !== undefined && { ownerAddress: ownerAddress.toLowerCase() }),
		};
		const resolved = await guard.attempt(
			{ account: developerId, clientAddress, now },
			() => codes.resolve(resolving),
			// Never `right`, which would clear the count, so that an account's own code cannot buy guesses.
			({ kind }) => (kind === "resolved" ? "untried" : "wrong"),
		);
		if (resolved.kind === "unresolved") throw unresolvedCode();
		return resolved;
	}

	return { create, revoke, resolve };
}

function agreementRequired(): AppError {
	return new AppError({
		code: "AGREEMENT_REQUIRED",
		message: `The owner has not accepted the current terms, version ${currentAgreement.version}. Send the signed agreement first.`,
	});
}

/** The code was in the first response only. */
function repeatedCode(): AppError {
	return new AppError({
		code: "NONCE_ALREADY_USED",
		message:
			"This nonce was used before, so no code was created. If this message created one and its response was lost, revoke that code in the owner's session: it cannot be shown again. Have a new message signed with a new random nonce.",
	});
}

function unresolvedCode(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "This privacy code cannot be resolved: it is unknown, expired, revoked or not for your account.",
	});
}

export function tooManyInvalidCodes({ retryAfterSeconds }: Throttled): AppError {
	return new AppError({
		code: "RATE_LIMITED",
		message: "Too many invalid privacy codes. Retry after the time in Retry-After.",
		retryAfterSeconds,
	});
}
