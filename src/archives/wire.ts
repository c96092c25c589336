import type { Config } from "../config/config.ts";
import { evidenceKeySet } from "../developers/login/jwks.ts";
import { once } from "../kernel/once.ts";
import { createEvidenceSigner } from "../recovery/evidence/sign-head.ts";
import { createArchiver } from "./archiver.ts";
import { loadZip } from "./zip-module.ts";

export function wireArchiver(config: Config) {
	return createArchiver({
		issuer: config.appOrigin,
		signer: once(() => createEvidenceSigner(config.evidenceSigningKeys.signingKey)),
		keySet: evidenceKeySet(config),
		load: loadZip,
	});
}
