/** Public key sets (RFC 7517), served below `/.well-known/`. */
import type { Config } from "../../config/config.ts";
import { publicHalf } from "./session-token.ts";

type PublicKeySet = { keys: ReturnType<typeof publicHalf>[] };

export function publicKeySet(config: Pick<Config, "sessionSigningKeys">): PublicKeySet {
	return { keys: config.sessionSigningKeys.keys.map(publicHalf) };
}

/** All keys that have ever signed evidence (recovery.md "Evidence keys"). */
export function evidenceKeySet(config: Pick<Config, "evidenceSigningKeys">): PublicKeySet {
	return { keys: config.evidenceSigningKeys.keys.map(publicHalf) };
}
