/**
 * Finds the estate of a privacy code for a release request (estates.md "Release of a will"). Does not distinguish
 * unknown, expired, revoked and foreign codes.
 */
import type { AuditStamp } from "../../audit/audit-event.ts";
import type { LoginGuard, Throttled } from "../../quota/login-guard.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import type { EstateMacs } from "../estate-macs.ts";
import { parsePrivacyCode } from "../privacy-code/privacy-code.ts";
import { attemptOutcomeOf } from "../privacy-code/privacy-code-service.ts";
import type { PrivacyCodeRows } from "../privacy-code/privacy-codes.d1.ts";
import type { ReleaseTarget } from "./release-request.ts";

export type ReleaseTargetRejection =
	| { kind: "not_resolver" }
	| { kind: "malformed_code" }
	| { kind: "unresolved" }
	/** The estate has no will. */
	| { kind: "no_will_to_release" }
	| Throttled;

export type FindReleaseTarget = (request: {
	developerId: string;
	clientAddress: string;
	/** In any letter case. */
	ownerAddress: string;
	/** As people write it. */
	code: string;
	stamp: AuditStamp;
	now: number;
}) => Promise<{ kind: "found"; target: ReleaseTarget } | ReleaseTargetRejection>;

export type ReleaseTargetPorts = {
	codes: Pick<PrivacyCodeRows, "resolve">;
	isResolver(developerId: string): Promise<boolean>;
	macs: EstateMacs;
	/** The guard of `…/privacy-codes/resolve`. */
	guard: LoginGuard;
};

export function createReleaseTargets(ports: ReleaseTargetPorts): FindReleaseTarget {
	const { codes, isResolver, macs, guard } = ports;
	return async ({ developerId, clientAddress, ownerAddress, code, stamp, now }) => {
		if (!(await isResolver(developerId))) return { kind: "not_resolver" };
		const parsed = parsePrivacyCode(code);
		if (!parsed.ok) return { kind: "malformed_code" };
		const resolve = () =>
			codes.resolve({
				macs: macs.codeMacs(parsed.code).all,
				ownerAddress: ownerAddress.toLowerCase(),
				developerId,
				agreementVersion: currentAgreement.version,
				stamp,
				now,
			});
		const attempt = { account: developerId, clientAddress, now };
		const result = await guard.attempt(attempt, resolve, attemptOutcomeOf);
		if (result.kind !== "resolved") return result;
		const { codeId, estateId, chainId, will } = result;
		if (!will) return { kind: "no_will_to_release" };
		return { kind: "found", target: { codeId, estateId, ownerAddress: result.ownerAddress, chainId } };
	};
}
