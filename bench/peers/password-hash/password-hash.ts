/** One password hash for each request and nothing else: how long the service's isolate is held by one. */
import { randomBytes } from "node:crypto";
import { hashPassword } from "../../../src/developers/passwords/password-hash.ts";
import { SALT_BYTES } from "../../../src/developers/passwords/stored-hash.ts";
import type { Peppers } from "../../../src/kernel/crypto/pepper.ts";

const key = new Uint8Array(32).fill(7);
const peppers: Peppers = { currentVersion: 1, versions: [1], keyFor: () => key };

export default {
	fetch: () => Response.json(hashPassword(peppers, "correct Horse 7 battery", randomBytes(SALT_BYTES))),
} satisfies ExportedHandler;
