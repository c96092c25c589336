/** Loads `webauthn.ts`, which weighs as much as a third of the API. */
import type { DecisionSignature, PasskeyAlgorithm } from "../../protocol/passkey-signature.ts";

/** Registered in RFC 9053 and RFC 8812, the preferred one first. */
export const COSE_ALGORITHMS = { ES256: -7, Ed25519: -8, RS256: -257 } as const satisfies Record<
	PasskeyAlgorithm,
	number
>;

/** `publicKey`: a COSE key in base64url. */
type StoredKey = { credentialId: string; publicKey: string; signCount: number };

/** `challenge` in base64url. */
export type Expected = { challenge: string; origin: string };

/** Of a browser's answers, in base64url (Web Authentication Level 3, section 5.2). */
export type Registration = { id: string; clientDataJSON: string; attestationObject: string };
export type SignedRequest = {
	id: string;
	clientDataJSON: string;
	authenticatorData: string;
	signature: string;
};

export type Webauthn = {
	readRegistration(registration: Registration, expected: Expected): Promise<StoredKey>;
	readSignature(
		signed: SignedRequest,
		expected: Expected,
		key: StoredKey,
	): Promise<{ signCount: number; isCounterWrong: boolean }>;
	exportKey(key: StoredKey): Promise<Pick<DecisionSignature, "algorithm" | "publicKey">>;
};

/** Relative to the Worker's entry. Not a literal, which wrangler would bundle into the API's script. */
const MODULE = "./webauthn.mjs";

const load = (name: string): Promise<Webauthn> => import(name);

export const loadWebauthn = () => load(MODULE);
