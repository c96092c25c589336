/**
 * Privacy codes (estates.md "POST …/privacy-codes" and "…/resolve"): what can stand in a public filing in place of
 * an address. A code is shown once and stored as its MAC. To whoever may not resolve one, it does not exist.
 */
import type { AuditStamp } from "../../audit/audit-event.ts";
import type { Hex } from "../../kernel/hex.ts";
import { newPrivacyCodeId } from "../../kernel/random-ids.ts";
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { StorageQuotaExceeded, WithinStorageQuota } from "../../quota/storage-quota.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type OwnerProofRefusal,
	ownEstateOf,
	type ProveOwner,
} from "../owner-proof.ts";
import type { EstateRows, PrivacyCodeRows, ResolvedEstate } from "../ports.ts";
import { judgeExpiry, MAX_LIVE_PRIVACY_CODES } from "../profile/profile.ts";
import { privacyCodeDigest } from "../typed-data.ts";
import { formatPrivacyCode, PRIVACY_CODE_BYTES, parsePrivacyCode, privacyCodeHint } from "./privacy-code.ts";

export type CreateCodeAnswer =
	| { kind: "created"; codeId: string; code: string; label: string; expiresAt: number | null }
	| { kind: "expiry_refused"; reason: "passed" | "too_far" }
	| { kind: "nonce_used" }
	| { kind: "agreement_required" }
	| { kind: "full"; limit: number }
	| StorageQuotaExceeded
	| OwnerProofRefusal;
export type RevokeCodeAnswer =
	| { kind: "revoked"; codeId: string; revokedAt: number }
	| { kind: "no_code" }
	| { kind: "not_owner" };
export type ResolveCodeAnswer =
	| ({ kind: "resolved" } & ResolvedEstate)
	| { kind: "unresolved" }
	| { kind: "malformed_code" }
	| Throttled;

export type PrivacyCodePorts = {
	estates: Pick<EstateRows, "find">;
	codes: PrivacyCodeRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinQuota: WithinStorageQuota;
	/** Counts the resolves that find nothing, by account and by address; not those of log-ins. */
	guard: LoginGuard;
};

export type PrivacyCodeService = ReturnType<typeof createPrivacyCodeService>;

export function createPrivacyCodeService(ports: PrivacyCodePorts) {
	const { estates, codes, macs, proveOwner, withinQuota, guard } = ports;

	/** Makes a code. @param request.expiresAt unix seconds as signed; 0 for none */
	async function create(request: {
		caller: EstateCaller;
		clientAddress: string;
		ownerAddress: string;
		chainId: number;
		label: string;
		expiresAt: number;
		nonce: Hex;
		signature: Hex;
		now: number;
	}): Promise<CreateCodeAnswer> {
		const { caller, ownerAddress, chainId, label, expiresAt, nonce, signature, now } = request;
		const expiry = judgeExpiry(expiresAt, now);
		if (!expiry.ok) return { kind: "expiry_refused", reason: expiry.reason };
		const digest = privacyCodeDigest({ chainId, ownerAddress, label, expiresAt, nonce });
		const proven = await proveOwner({ caller, ownerAddress, chainId, digest, signature });
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const estate = await estates.find(estateKey);
		if (!estate) return { kind: "agreement_required" };
		const code = formatPrivacyCode(crypto.getRandomValues(new Uint8Array(PRIVACY_CODE_BYTES)));
		const made = {
			codeId: newPrivacyCodeId(),
			estateId: estate.estateId,
			label,
			hint: privacyCodeHint(code),
			mac: macs.ofCode(code).current,
			developerId: developerOf(caller),
			createdAt: now,
			expiresAt: expiry.expiresAt,
			signed: { signature, proof, chainId },
		};
		const write = async (): Promise<CreateCodeAnswer> => {
			const outcome = await codes.create(made, {
				nonce: macs.ofNonce(estateKey, nonce, chainId),
				agreementVersion: currentAgreement.version,
				limit: MAX_LIVE_PRIVACY_CODES,
			});
			if (outcome === "full") return { kind: "full", limit: MAX_LIVE_PRIVACY_CODES };
			if (outcome !== "created") return { kind: outcome };
			return { kind: "created", codeId: made.codeId, code, label, expiresAt: made.expiresAt };
		};
		return withinQuota(request, write, ({ kind }) => kind === "created");
	}

	/** Ends a code of the session's own estate at once. Again is safe. */
	async function revoke(request: {
		viewer: Extract<EstateCaller, { kind: "wallet" }>;
		ownerAddress: string;
		codeId: string;
		now: number;
	}): Promise<RevokeCodeAnswer> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await estates.find(own.estateKey);
		if (!estate) return { kind: "no_code" };
		const { codeId, now } = request;
		const revokedAt = await codes.revoke(estate.estateId, codeId, now);
		return revokedAt === undefined ? { kind: "no_code" } : { kind: "revoked", codeId, revokedAt };
	}

	/**
	 * What a code tells the developer through whom it was made, or a resolver.
	 * @param request.code as people write it; a wrong check symbol costs neither a look-up nor an attempt
	 */
	async function resolve(request: {
		developerId: string;
		clientAddress: string;
		code: string;
		stamp: AuditStamp;
		now: number;
	}): Promise<ResolveCodeAnswer> {
		const { developerId, clientAddress, stamp, now } = request;
		const parsed = parsePrivacyCode(request.code);
		if (!parsed.ok) return { kind: "malformed_code" };
		const macsOfCode = macs.ofCode(parsed.code).all;
		const agreementVersion = currentAgreement.version;
		const attempt = { account: developerId, clientAddress, now };
		const run = () => codes.resolve({ macs: macsOfCode, developerId, agreementVersion, stamp, now });
		return guard.attempt(attempt, run, attemptOutcomeOf);
	}

	return { create, revoke, resolve };
}

/** A code of one's own must not make an account's guesses at others free again, so none counts as `right`. */
export function attemptOutcomeOf({ kind }: { kind: "resolved" | "unresolved" }): AttemptOutcome {
	return kind === "resolved" ? "untried" : "wrong";
}
