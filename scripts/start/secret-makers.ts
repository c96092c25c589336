import { generateKeyPairSync, randomBytes } from "node:crypto";

const KEY_BYTES = 32;

/** Keys by version; later versions are added. */
const keyRing = () => JSON.stringify({ "1": randomBytes(KEY_BYTES).toString("base64") });

const TWO_YEARS_SECONDS = 2 * 365 * 86_400;

/** @param lifetimeSeconds after which the operator is reminded to replace the key */
function signingKeys(lifetimeSeconds?: number): string {
	const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const jwk = privateKey.export({ format: "jwk" });
	const lifetime = lifetimeSeconds && { exp: Math.floor(Date.now() / 1000) + lifetimeSeconds };
	const kid = randomBytes(9).toString("base64url");
	return JSON.stringify({ keys: [{ ...jwk, kid, alg: "ES256", use: "sig", ...lifetime }] });
}

/** A new random value of each secret, in the form that src/config/config.ts accepts. */
export const SECRET_MAKERS: Readonly<Record<string, () => string>> = {
	PEPPERS: keyRing,
	KEY_ENCRYPTION_KEYS: keyRing,
	SESSION_SIGNING_KEYS: () => signingKeys(),
	EVIDENCE_SIGNING_KEYS: () => signingKeys(TWO_YEARS_SECONDS),
	UI_CLIENT_ID: () => `ui_${randomBytes(12).toString("base64url")}`,
	UI_CLIENT_SECRET: () => randomBytes(KEY_BYTES).toString("base64url"),
	METRICS_TOKEN: () => randomBytes(KEY_BYTES).toString("base64url"),
};
