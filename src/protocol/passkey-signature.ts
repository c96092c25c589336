/** A passkey's signature of a reviewer's decision, as a case's history holds it (recovery.md "Signed decisions"). */
import { decodeBase64url } from "../kernel/encoding/base64url.ts";
import { type Of, object, oneOf, text, wholeNumber } from "./form.ts";

/** RFC 9864 and RFC 7518: ECDSA on P-256, Ed25519 and RSASSA-PKCS1-v1_5, each over SHA-256 or by itself. */
const PASSKEY_ALGORITHMS = ["ES256", "Ed25519", "RS256"] as const;
export type PasskeyAlgorithm = (typeof PASSKEY_ALGORITHMS)[number];

/** Maximum of a Date. */
const MAX_TIME_MS = 8.64e15;
const MAX_CHARACTERS = 8192;

const base64url = text((given) => given.length <= MAX_CHARACTERS && decodeBase64url(given) !== null);

export const decisionSignature = object({
	/** The origin of the service at that time. */
	service: text((given) => URL.canParse(given)),
	/** Unix milliseconds. */
	expiresAt: wholeNumber(0, MAX_TIME_MS),
	/** 32 random bytes. */
	nonce: base64url,
	algorithm: oneOf(...PASSKEY_ALGORITHMS),
	/** SubjectPublicKeyInfo (RFC 5280). */
	publicKey: base64url,
	/** These three as the passkey gave them (Web Authentication Level 3, section 5.2.2). */
	clientDataJSON: base64url,
	authenticatorData: base64url,
	signature: base64url,
});
export type DecisionSignature = Of<typeof decisionSignature>;
