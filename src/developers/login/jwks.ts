/** The public halves of the signing keys (RFC 7517), below `/.well-known/`. */
import type { Config } from "../../config/config.ts";
import { publicHalf } from "./session-token.ts";

type PublicKeySet = { keys: ReturnType<typeof publicHalf>[] };

/** For `jwks.json`: whose signature makes a session token one. */
export function publicKeySet(config: Pick<Config, "sessionSigningKeys">): PublicKeySet {
	return { keys: config.sessionSigningKeys.keys.map(publicHalf) };
}

/** For `evidence-jwks.json`: every key that has ever signed evidence, retired ones too (ADR 18). */
export function evidenceKeySet(config: Pick<Config, "evidenceSigningKeys">): PublicKeySet {
	return { keys: config.evidenceSigningKeys.keys.map(publicHalf) };
}
