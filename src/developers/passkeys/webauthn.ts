/**
 * Checks of registrations and signatures of passkeys by a library. A module of its own (build/pages/webauthn.mjs), which an isolate
 * loads when a passkey is first used.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { cose, decodeCredentialPublicKey, isoBase64URL } from "@simplewebauthn/server/helpers";
import type { PasskeyAlgorithm } from "../../protocol/passkey-signature.ts";
import { COSE_ALGORITHMS, type Expected, type Webauthn } from "./webauthn-module.ts";

const { toBuffer, fromBuffer } = isoBase64URL;

/** @throws Error for a registration of another challenge, origin or host, or without the user's PIN or touch */
export const readRegistration: Webauthn["readRegistration"] = async ({ id, ...response }, expected) => {
	const verified = await verifyRegistrationResponse({
		response: { ...credentialOf(id), response },
		...expectedOf(expected),
		supportedAlgorithmIDs: Object.values(COSE_ALGORITHMS),
	});
	if (!verified.verified) throw new Error("the registration is not verified");
	const { publicKey, counter } = verified.registrationInfo.credential;
	const key = { credentialId: id, publicKey: fromBuffer(publicKey), signCount: counter };
	// A key of another curve could log in, and its signatures be verified by nobody.
	await exportKey(key);
	return key;
};

/** @throws Error for a signature by another key, of another challenge, origin or host, or without the user's PIN or touch */
export const readSignature: Webauthn["readSignature"] = async ({ id, ...response }, expected, key) => {
	const { signCount: counter } = key;
	const verified = await verifyAuthenticationResponse({
		response: { ...credentialOf(id), response },
		...expectedOf(expected),
		// A counter that goes back is a warning, because synced keys have none.
		credential: { id: key.credentialId, publicKey: toBuffer(key.publicKey), counter: 0 },
	});
	if (!verified.verified) throw new Error("the signature is not verified");
	const { newCounter } = verified.authenticationInfo;
	return { signCount: newCounter, isCounterWrong: counter > 0 && newCounter <= counter };
};

const credentialOf = (id: string) => ({
	id,
	rawId: id,
	type: "public-key" as const,
	clientExtensionResults: {},
});

function expectedOf({ challenge, origin }: Expected) {
	return {
		expectedChallenge: challenge,
		expectedOrigin: origin,
		expectedRPID: new URL(origin).hostname,
		requireUserVerification: true,
	};
}

/** The public key as SubjectPublicKeyInfo, which tools other than authenticators read. */
export const exportKey: Webauthn["exportKey"] = async ({ publicKey }) => {
	const key = decodeCredentialPublicKey(toBuffer(publicKey)) as unknown as ReadonlyMap<number, unknown>;
	const text = (label: number) => fromBuffer(key.get(label) as Uint8Array<ArrayBuffer>);
	const { alg, x, y, n, e } = cose.COSEKEYS;
	const algorithm = algorithmOf(key.get(alg));
	const jwk: Record<PasskeyAlgorithm, () => JsonWebKey> = {
		ES256: () => ({ kty: "EC", crv: "P-256", x: text(x), y: text(y) }),
		Ed25519: () => ({ kty: "OKP", crv: "Ed25519", x: text(x) }),
		RS256: () => ({ kty: "RSA", n: text(n), e: text(e) }),
	};
	const imported = await crypto.subtle.importKey("jwk", jwk[algorithm](), PARAMETERS[algorithm], true, [
		"verify",
	]);
	const spki = (await crypto.subtle.exportKey("spki", imported)) as ArrayBuffer;
	return { algorithm, publicKey: fromBuffer(new Uint8Array(spki)) };
};

const PARAMETERS = {
	ES256: { name: "ECDSA", namedCurve: "P-256" },
	Ed25519: { name: "Ed25519" },
	RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} satisfies Record<PasskeyAlgorithm, object>;

function algorithmOf(id: unknown): PasskeyAlgorithm {
	const found = Object.entries(COSE_ALGORITHMS).find(([, known]) => known === id);
	if (!found) throw new Error("a stored passkey has another algorithm");
	return found[0] as PasskeyAlgorithm;
}
