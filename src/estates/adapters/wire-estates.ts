/** Joins estates to their bindings. */
import { createLoginGuard } from "../../developers/login-guard.ts";
import type { Config } from "../../env.ts";
import { createPeppers, type Peppers } from "../../kernel/pepper.ts";
import type { VerifySignature } from "../../recovery/chain/signature-verifier.ts";
import { type AgreementService, createAgreementService } from "../agreement-service.ts";
import { createErasureService, type ErasureService } from "../erasure-service.ts";
import { createEstateMacs, type EstateMacs } from "../estate-macs.ts";
import { createOwnerProof, type ProveOwner } from "../owner-proof.ts";
import { createPrivacyCodeService, type PrivacyCodeService } from "../privacy-code-service.ts";
import { createProfileService, type ProfileService } from "../profile-service.ts";
import { createAgreementRows } from "./agreements.d1.ts";
import { createErasureRows } from "./erasure.d1.ts";
import { createEstateRows } from "./estates.d1.ts";
import { createPrivacyCodeRows } from "./privacy-codes.d1.ts";

/** What handlers may call about estates. */
export type EstateServices = {
	profiles: ProfileService;
	agreements: AgreementService;
	codes: PrivacyCodeService;
	erasure: ErasureService;
	proveOwner: ProveOwner;
};

/** Derived keys, kept as long as the settings that they come from. */
const keysByConfig = new WeakMap<Config, { peppers: Peppers; macs: EstateMacs }>();

export function wireEstates(env: Env, config: Config, verifySignature: VerifySignature): EstateServices {
	const { peppers, macs } = keysOf(config);
	const estates = createEstateRows(env.DB, macs);
	const proveOwner = createOwnerProof(verifySignature);
	return {
		profiles: createProfileService(estates),
		agreements: createAgreementService({ estates, agreements: createAgreementRows(env.DB), proveOwner }),
		codes: createPrivacyCodeService({
			estates,
			codes: createPrivacyCodeRows(env.DB),
			macs,
			proveOwner,
			// Objects of their own: who guesses at codes is not kept from logging in, nor the other way round.
			guard: createLoginGuard({
				peppers,
				guardOf: (name) => env.LOGIN_GUARDS.getByName(`privacy-code:${name}`),
			}),
		}),
		erasure: createErasureService({
			erasure: createErasureRows(env.DB),
			macs,
			proveOwner,
			// What no row names is removed by the sweep.
			removeDocuments: async () => undefined,
		}),
		proveOwner,
	};
}

function keysOf(config: Config): { peppers: Peppers; macs: EstateMacs } {
	const known = keysByConfig.get(config);
	if (known) return known;
	const peppers = createPeppers(config.peppers);
	const keys = { peppers, macs: createEstateMacs(peppers) };
	keysByConfig.set(config, keys);
	return keys;
}
