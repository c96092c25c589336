/** The public halves of the signing keys, for `/.well-known/jwks.json` (RFC 7517). */
import type { Config } from "../env.ts";
import { publicHalf } from "./core/session-token.ts";

export function publicKeySet(config: Pick<Config, "sessionSigningKeys">): {
	keys: ReturnType<typeof publicHalf>[];
} {
	return { keys: config.sessionSigningKeys.keys.map(publicHalf) };
}
