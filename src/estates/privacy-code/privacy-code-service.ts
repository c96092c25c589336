/** Privacy codes (estates.md "POST …/privacy-codes"). A code is shown once and stored as its MAC. */
import type { AuditStamp } from "../../audit/audit-event.ts";
import type { Hex } from "../../kernel/hex.ts";
import { newPrivacyCodeId } from "../../kernel/random-ids.ts";
import type { BudgetExhausted } from "../../quota/budgets.ts";
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type NotOwner,
	type OwnerProofRejection,
	ownEstateOf,
	type ProveOwner,
	type SignedFor,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import { privacyCodeDigest } from "../typed-data.ts";
import {
	formatPrivacyCode,
	judgeExpiry,
	MAX_LIVE_PRIVACY_CODES,
	PRIVACY_CODE_BYTES,
	parsePrivacyCode,
	privacyCodeHint,
} from "./privacy-code.ts";
import type { PrivacyCodeRows, ResolvedEstate } from "./privacy-codes.d1.ts";

export type CreatedPrivacyCode = { codeId: string; code: string; label: string; expiresAt: number | null };

export type CreateCodeResult =
	| ({ kind: "created" } & CreatedPrivacyCode)
	| { kind: "invalid_expiry"; reason: "passed" | "too_far" }
	| { kind: "nonce_used" }
	| { kind: "agreement_required" }
	| { kind: "too_many_codes"; limit: number }
	| BudgetExhausted
	| OwnerProofRejection;
export type RevokeCodeResult =
	| { kind: "revoked"; codeId: string; revokedAt: number }
	| { kind: "no_code" }
	| NotOwner;
export type ResolveCodeResult =
	| ({ kind: "resolved" } & ResolvedEstate)
	| { kind: "unresolved" }
	| { kind: "malformed_code" }
	| Throttled;

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
	}): Promise<CreateCodeResult> {
		const { caller, clientAddress, service, ownerAddress, chainId, label, expiresAt, nonce, signature, now } =
			request;
		const expiry = judgeExpiry(expiresAt, now);
		if (!expiry.ok) return { kind: "invalid_expiry", reason: expiry.reason };
		const digestOf = (signed: SignedFor) =>
			privacyCodeDigest({ ...signed, ownerAddress, label, expiresAt, nonce });
		const proven = await proveOwner({
			...{ caller, clientAddress, ownerAddress, chainId },
			...{ service, digestOf, signature },
		});
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const estate = await estates.find(estateKey);
		if (!estate) return { kind: "agreement_required" };
		const code = formatPrivacyCode(crypto.getRandomValues(new Uint8Array(PRIVACY_CODE_BYTES)));
		const row = {
			codeId: newPrivacyCodeId(),
			estateId: estate.estateId,
			label,
			hint: privacyCodeHint(code),
			mac: macs.codeMacs(code).current,
			developerId: developerOf(caller),
			createdAt: now,
			expiresAt: expiry.expiresAt,
			signed: { signature, proof, chainId, service },
		};
		const store = async (): Promise<CreateCodeResult> => {
			const result = await codes.create(row, {
				nonce: macs.nonceMacs(estateKey, nonce, chainId),
				bare: macs.bareProfileMacs(row.developerId, estateKey),
				agreementVersion: currentAgreement.version,
				limit: MAX_LIVE_PRIVACY_CODES,
			});
			if (result === "too_many_codes") return { kind: result, limit: MAX_LIVE_PRIVACY_CODES };
			if (result !== "created") return { kind: result };
			return { kind: "created", codeId: row.codeId, code, label, expiresAt: row.expiresAt };
		};
		return withinBudget(request, store, ({ kind }) => kind === "created");
	}

	/** Idempotent. */
	async function revoke(request: {
		viewer: WalletSession;
		ownerAddress: string;
		codeId: string;
		now: number;
	}): Promise<RevokeCodeResult> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await estates.find(own.estateKey);
		if (!estate) return { kind: "no_code" };
		const { viewer, codeId, now } = request;
		const revokedAt = await codes.revoke(estate.estateId, codeId, now, viewer.page?.developerId);
		return revokedAt === undefined ? { kind: "no_code" } : { kind: "revoked", codeId, revokedAt };
	}

	/** Resolves for the developer through whom the code was made, or a resolver. A wrong check symbol costs no attempt. */
	async function resolve(request: {
		developerId: string;
		clientAddress: string;
		code: string;
		stamp: AuditStamp;
		now: number;
	}): Promise<ResolveCodeResult> {
		const { developerId, clientAddress, stamp, now } = request;
		const parsed = parsePrivacyCode(request.code);
		if (!parsed.ok) return { kind: "malformed_code" };
		const codeMacs = macs.codeMacs(parsed.code).all;
		const agreementVersion = currentAgreement.version;
		const attempt = { account: developerId, clientAddress, now };
		const run = () => codes.resolve({ macs: codeMacs, developerId, agreementVersion, stamp, now });
		return guard.attempt(attempt, run, attemptOutcomeOf);
	}

	return { create, revoke, resolve };
}

/** Never `right`, which would clear the count, so that an account's own code cannot buy guesses. */
export function attemptOutcomeOf({ kind }: { kind: "resolved" | "unresolved" }): AttemptOutcome {
	return kind === "resolved" ? "untried" : "wrong";
}
