/** Verifies a decision that a reviewer's passkey signed, by Web Crypto (Web Authentication Level 3, section 7.2). */
import { decodeBase64url } from "../../kernel/encoding/base64url.ts";
import type { DecisionSignature, PasskeyAlgorithm } from "../passkey-signature.ts";
import { type DecidedCase, decisionText, type ReviewerMove } from "../signed-decision.ts";

/** A decision in a bundle's history that a passkey has signed. Whose key it is, the service vouches for. */
export type EvidenceDecision = {
	/** JSON path of the move's payload. */
	where: string;
	move: ReviewerMove["kind"];
	reviewerId: string;
	algorithm: PasskeyAlgorithm;
	/** SubjectPublicKeyInfo in base64url. */
	publicKey: string;
};

const RP_ID_HASH_BYTES = 32;
const MIN_AUTHENTICATOR_DATA_BYTES = 37;
/** The user touched the key, and proved by a PIN or biometrics that the key is hers. */
const PRESENT_AND_VERIFIED = 0b101;

const utf8 = new TextEncoder();

const ALGORITHMS = {
	ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
	Ed25519: { name: "Ed25519" },
	RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} satisfies Record<PasskeyAlgorithm, object>;

/** Never throws. The lifecycle rejects a signature that came too late. */
export async function isSignedDecision(
	move: ReviewerMove,
	signed: DecisionSignature,
	decided: DecidedCase,
): Promise<boolean> {
	const [clientData, authenticatorData, signature, publicKey] = [
		signed.clientDataJSON,
		signed.authenticatorData,
		signed.signature,
		signed.publicKey,
	].map(decodeBase64url);
	if (!clientData || !authenticatorData || !signature || !publicKey) return false;
	const challenge = await digest(decisionText(move, decided, signed));
	if (!isClientDataOf(clientData, challenge, signed.service)) return false;
	if (!(await isByUserAt(authenticatorData, signed.service))) return false;
	const signedBytes = joined(authenticatorData, await digest(clientData));
	return verify(signed.algorithm, publicKey, signature, signedBytes).catch(() => false);
}

function isClientDataOf(bytes: Uint8Array, challenge: Uint8Array, service: string): boolean {
	try {
		const { type, challenge: given, origin, crossOrigin } = JSON.parse(new TextDecoder().decode(bytes));
		const found = typeof given === "string" ? decodeBase64url(given) : null;
		return type === "webauthn.get" && origin === service && crossOrigin !== true && isSame(found, challenge);
	} catch {
		return false;
	}
}

async function isByUserAt(authenticatorData: Uint8Array, service: string): Promise<boolean> {
	if (authenticatorData.length < MIN_AUTHENTICATOR_DATA_BYTES || !URL.canParse(service)) return false;
	const rpIdHash = await digest(new URL(service).hostname);
	const flags = authenticatorData[RP_ID_HASH_BYTES] ?? 0;
	return (
		isSame(authenticatorData.subarray(0, RP_ID_HASH_BYTES), rpIdHash) &&
		(flags & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED
	);
}

async function verify(
	algorithm: PasskeyAlgorithm,
	publicKey: Uint8Array<ArrayBuffer>,
	signature: Uint8Array<ArrayBuffer>,
	signedBytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
	const parameters = ALGORITHMS[algorithm];
	const key = await crypto.subtle.importKey("spki", publicKey, parameters, false, ["verify"]);
	const raw = algorithm === "ES256" ? rawOfDer(signature) : signature;
	return raw !== null && crypto.subtle.verify(parameters, key, raw, signedBytes);
}

const P256_BYTES = 32;

/** The two numbers of an ECDSA signature, which passkeys give in DER and Web Crypto takes side by side. Null if it is not DER. */
function rawOfDer(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
	const [sequence, length, ...content] = der;
	if (sequence !== 0x30 || length !== content.length) return null;
	const raw = new Uint8Array(2 * P256_BYTES);
	let at = 0;
	for (const end of [P256_BYTES, 2 * P256_BYTES]) {
		const [tag, size = 0] = content.slice(at, at + 2);
		const number = content.slice(at + 2, at + 2 + size);
		if (tag !== 0x02 || size === 0 || number.length !== size) return null;
		at += 2 + size;
		const significant = number.slice(number.findIndex((byte) => byte !== 0));
		if (significant.length > P256_BYTES) return null;
		raw.set(significant, end - significant.length);
	}
	return at === content.length ? raw : null;
}

async function digest(content: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = typeof content === "string" ? new Uint8Array(utf8.encode(content)) : content;
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
	const both = new Uint8Array(first.length + second.length);
	both.set(first);
	both.set(second, first.length);
	return both;
}

const isSame = (a: Uint8Array | null, b: Uint8Array): boolean =>
	a?.length === b.length && a.every((byte, at) => byte === b[at]);
