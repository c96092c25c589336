/** A passkey in software, as a browser and an authenticator would answer together (Web Authentication Level 3). */
import { createHash } from "node:crypto";
import { p256 } from "@noble/curves/nist";

export type PasskeyFaults = {
	/** Without a PIN or biometrics. */
	isUnverified?: boolean;
	origin?: string;
	rpId?: string;
	type?: string;
	signCount?: number;
	/** Of a frame of another site. */
	crossOrigin?: boolean;
	/** DER with the length of its sequence in two bytes, which DER forbids and some libraries read. */
	isLongForm?: boolean;
};

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** @param seed makes the key: the same seed, the same key */
export function createSoftwarePasskey(origin: string, seed = crypto.randomUUID()) {
	const secret = sha256(`key ${seed}`);
	const id = sha256(`id ${seed}`).subarray(0, 16);
	let count = 0;

	function clientDataOf(challenge: string, type: string, faults: PasskeyFaults): Buffer {
		const { origin: claimed = origin, type: given = type, crossOrigin = false } = faults;
		return Buffer.from(JSON.stringify({ type: given, challenge, origin: claimed, crossOrigin }));
	}

	function authenticatorDataOf(flags: number, faults: PasskeyFaults, attested = new Uint8Array()): Buffer {
		const { rpId = new URL(origin).hostname, isUnverified = false, signCount = ++count } = faults;
		const counter = Buffer.alloc(4);
		counter.writeUInt32BE(signCount);
		const flag = Buffer.from([flags | PRESENT | (isUnverified ? 0 : VERIFIED)]);
		return Buffer.concat([sha256(rpId), flag, counter, attested]);
	}

	/** For `PublicKeyCredentialCreationOptionsJSON`. */
	function register({ challenge }: { challenge: string }, faults: PasskeyFaults = {}) {
		const length = Buffer.alloc(2);
		length.writeUInt16BE(id.length);
		const attested = Buffer.concat([
			Buffer.alloc(16),
			length,
			id,
			coseKeyOf(p256.getPublicKey(secret, false)),
		]);
		const data = authenticatorDataOf(ATTESTED, faults, attested);
		// { "fmt": "none", "attStmt": {}, "authData": data } in CBOR.
		const attestationObject = Buffer.concat([
			...[Buffer.from([0xa3]), cborText("fmt"), cborText("none")],
			...[cborText("attStmt"), Buffer.from([0xa0]), cborText("authData"), cborBytes(data)],
		]);
		return {
			id: base64url(id),
			clientDataJSON: base64url(clientDataOf(challenge, "webauthn.create", faults)),
			attestationObject: base64url(attestationObject),
		};
	}

	/** For `PublicKeyCredentialRequestOptionsJSON`. */
	function answer({ challenge }: { challenge: string }, faults: PasskeyFaults = {}) {
		const clientData = clientDataOf(challenge, "webauthn.get", faults);
		const data = authenticatorDataOf(0, faults);
		const signed = sha256(Buffer.concat([data, sha256(clientData)]));
		const der = p256.sign(signed, secret, { lowS: false }).toDERRawBytes();
		const signature = faults.isLongForm ? Buffer.concat([Buffer.from([0x30, 0x81]), der.subarray(1)]) : der;
		return {
			id: base64url(id),
			clientDataJSON: base64url(clientData),
			authenticatorData: base64url(data),
			signature: base64url(signature),
		};
	}

	return { credentialId: base64url(id), register, answer };
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>;

/** RFC 9053, section 7.1.1: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. @param point uncompressed */
function coseKeyOf(point: Uint8Array): Buffer {
	return Buffer.concat([
		Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
		...[Buffer.from([0x21]), cborBytes(point.subarray(1, 33))],
		...[Buffer.from([0x22]), cborBytes(point.subarray(33))],
	]);
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Uint8Array) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
