/** Joins estates to their bindings. */
import type { Config } from "../../env.ts";
import { createPeppers } from "../../kernel/pepper.ts";
import type { VerifySignature } from "../../recovery/chain/signature-verifier.ts";
import { createEstateMacs, type EstateMacs } from "../estate-macs.ts";
import { createOwnerProof, type ProveOwner } from "../owner-proof.ts";
import { createProfileService, type ProfileService } from "../profile-service.ts";
import { createEstateRows } from "./estates.d1.ts";

/** What handlers may call about estates. */
export type EstateServices = {
	profiles: ProfileService;
	proveOwner: ProveOwner;
};

/** Derived keys, kept as long as the settings that they come from. */
const macsByConfig = new WeakMap<Config, EstateMacs>();

export function wireEstates(env: Env, config: Config, verifySignature: VerifySignature): EstateServices {
	const rows = createEstateRows(env.DB, macsOf(config));
	return {
		profiles: createProfileService(rows),
		proveOwner: createOwnerProof(verifySignature),
	};
}

function macsOf(config: Config): EstateMacs {
	const known = macsByConfig.get(config);
	if (known) return known;
	const macs = createEstateMacs(createPeppers(config.peppers));
	macsByConfig.set(config, macs);
	return macs;
}
