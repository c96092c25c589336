/**
 * Which will a release is asked for: that of the estate which a code stands for, and only for an account that a
 * reviewer has granted `resolver`. A code that is unknown, expired, revoked or of another address is one answer, and
 * tries count like those of `…/privacy-codes/resolve`, so that nobody guesses here instead.
 */
import type { AttemptOutcome, LoginGuard, Throttled } from "../developers/login-guard.ts";
import { parsePrivacyCode } from "./core/privacy-code.ts";
import type { EstateMacs } from "./estate-macs.ts";
import type { EstateKey } from "./ports.ts";
import type { WillRows } from "./will-service.ts";

export type ReleaseTarget = EstateKey & { codeId: string; estateId: string };

export type ReleaseTargetRefusal =
	| { kind: "no_resolver" }
	| { kind: "malformed_code" }
	| { kind: "unresolved"; codeId: null }
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
	now: number;
}) => Promise<{ kind: "found"; target: ReleaseTarget } | ReleaseTargetRefusal>;

export type ReleaseTargetPorts = {
	/** What a code in force stands for. */
	findCode(macs: readonly string[], now: number): Promise<ReleaseTarget | undefined>;
	isResolver(developerId: string): Promise<boolean>;
	wills: Pick<WillRows, "find">;
	macs: EstateMacs;
	/** The one that counts the resolves that find nothing. */
	guard: LoginGuard;
};

export function createReleaseTargets(ports: ReleaseTargetPorts): FindReleaseTarget {
	const { findCode, isResolver, wills, macs, guard } = ports;
	return async ({ developerId, clientAddress, ownerAddress, code, now }) => {
		if (!(await isResolver(developerId))) return { kind: "no_resolver" };
		const parsed = parsePrivacyCode(code);
		if (!parsed.ok) return { kind: "malformed_code" };
		const owner = ownerAddress.toLowerCase();
		const find = async () => {
			const target = await findCode(macs.ofCode(parsed.code).all, now);
			return { target: target?.ownerAddress === owner ? target : undefined };
		};
		const found = await guard.attempt({ account: developerId, clientAddress, now }, find, outcomeOf);
		if ("kind" in found) return found;
		const { target } = found;
		if (!target) return { kind: "unresolved", codeId: null };
		const will = await wills.find(target.estateId);
		return will ? { kind: "found", target } : { kind: "nothing_to_release" };
	};
}

/** As with resolves: one that finds something does not make others free again. */
function outcomeOf({ target }: { target: ReleaseTarget | undefined }): AttemptOutcome {
	return target ? "untried" : "wrong";
}
