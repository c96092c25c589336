/**
 * Which will a release is asked for: that of the estate which a code stands for, and only for an account that a
 * reviewer has granted `resolver`. Asking resolves the code, whatever comes of it: it is counted, and the owner sees
 * it. A code that is unknown, expired, revoked or of another address is one answer, and tries count like those of
 * `…/privacy-codes/resolve`, so that nobody guesses here instead.
 */
import type { AuditStamp } from "../../audit/audit-event.ts";
import type { LoginGuard, Throttled } from "../../quota/login-guard.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import type { EstateMacs } from "../estate-macs.ts";
import type { EstateKey, PrivacyCodeRows } from "../ports.ts";
import { parsePrivacyCode } from "../privacy-code/privacy-code.ts";
import { attemptOutcomeOf } from "../privacy-code/privacy-code-service.ts";

export type ReleaseTarget = EstateKey & { codeId: string; estateId: string };

export type ReleaseTargetRefusal =
	| { kind: "no_resolver" }
	| { kind: "malformed_code" }
	| { kind: "unresolved" }
	/** The estate has no will. */
	| { kind: "nothing_to_release" }
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
}) => Promise<{ kind: "found"; target: ReleaseTarget } | ReleaseTargetRefusal>;

export type ReleaseTargetPorts = {
	codes: Pick<PrivacyCodeRows, "resolve">;
	isResolver(developerId: string): Promise<boolean>;
	macs: EstateMacs;
	/** The one that counts the resolves that find nothing. */
	guard: LoginGuard;
};

export function createReleaseTargets(ports: ReleaseTargetPorts): FindReleaseTarget {
	const { codes, isResolver, macs, guard } = ports;
	return async ({ developerId, clientAddress, ownerAddress, code, stamp, now }) => {
		if (!(await isResolver(developerId))) return { kind: "no_resolver" };
		const parsed = parsePrivacyCode(code);
		if (!parsed.ok) return { kind: "malformed_code" };
		const find = () =>
			codes.resolve({
				macs: macs.ofCode(parsed.code).all,
				ownerAddress: ownerAddress.toLowerCase(),
				developerId,
				agreementVersion: currentAgreement.version,
				stamp,
				now,
			});
		const found = await guard.attempt({ account: developerId, clientAddress, now }, find, attemptOutcomeOf);
		if (found.kind !== "resolved") return found;
		const { will, ...target } = found;
		return will ? { kind: "found", target } : { kind: "nothing_to_release" };
	};
}
