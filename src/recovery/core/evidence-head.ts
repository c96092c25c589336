/**
 * The head of an evidence bundle: a compact JWS (RFC 7515) by ES256 over the bundle's digest, by a key that
 * signs nothing else. A head has one spelling: of the two forms that ECDSA gives every signature only the one
 * with the lower s is made and taken, so that no letter of a bundle can be changed unnoticed.
 */
import { base64url, compactVerify, errors, importJWK } from "jose";
import * as z from "zod";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";
import { hashSchema } from "./evidence-payload.ts";

const HEAD_TYPE = "replevin-evidence+jws";
const ALGORITHM = "ES256";
const SCALAR_BYTES = 32;
/** Order of P-256 (SEC 2, section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const utf8 = new TextEncoder();

export type EvidenceSigner = {
	/** Names the key in the published set. */
	kid: string;
	/** ECDSA over P-256 with SHA-256: the 64 bytes r ‖ s. */
	sign(input: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
};

export async function signHead(digest: Hex, { kid, sign }: EvidenceSigner): Promise<string> {
	const header = base64url.encode(canonicalJson({ alg: ALGORITHM, kid, typ: HEAD_TYPE }));
	const input = `${header}.${base64url.encode(canonicalJson({ digest }))}`;
	const signature = await sign(new Uint8Array(utf8.encode(input)));
	return `${input}.${base64url.encode(withLowS(signature))}`;
}

const headerSchema = z.strictObject({
	alg: z.literal(ALGORITHM),
	kid: z.string(),
	typ: z.literal(HEAD_TYPE),
});
const payloadSchema = z.strictObject({ digest: hashSchema });

/** Members beyond these, such as `ext`, do not matter; keys of other kinds are passed over. */
const keySchema = z
	.object({
		kty: z.literal("EC"),
		crv: z.literal("P-256"),
		kid: z.string(),
		x: z.string(),
		y: z.string(),
		alg: z.literal(ALGORITHM).optional(),
		use: z.literal("sig").optional(),
	})
	.transform(({ kty, crv, kid, x, y }) => ({ kty, crv, kid, x, y }));
const keySetSchema = z.object({ keys: z.array(z.unknown()) });

export type HeadVerdict = { ok: true; kid: string; digest: Hex } | { ok: false; what: string };

/**
 * Who signed the head, and over which digest. Never throws.
 * @param jwks the issuer's published evidence keys, a JSON Web Key Set (RFC 7517)
 */
export async function verifyHead(head: string, jwks: unknown): Promise<HeadVerdict> {
	const [headerText = "", , signatureText = "", ...more] = head.split(".");
	if (more.length > 0) return refused("is no compact JWS");
	const header = headerSchema.safeParse(decodedJson(headerText));
	if (!header.success) return refused(`has a header other than alg ${ALGORITHM}, typ ${HEAD_TYPE} and a kid`);
	const { kid } = header.data;
	if (!hasLowS(signatureText)) return refused("has a signature that is not in its one form");
	const jwk = keyOf(jwks, kid);
	if (typeof jwk === "string") return refused(jwk);
	try {
		const key = await importJWK(jwk, ALGORITHM);
		const { payload } = await compactVerify(head, key, { algorithms: [ALGORITHM] });
		const signed = payloadSchema.safeParse(JSON.parse(new TextDecoder().decode(payload)));
		return signed.success ? { ok: true, kid, digest: signed.data.digest } : refused("names no digest");
	} catch (error) {
		const isForged = error instanceof errors.JWSSignatureVerificationFailed;
		return refused(isForged ? `was not signed by the key ${kid}` : "is no head that could be verified");
	}
}

function refused(what: string): HeadVerdict {
	return { ok: false, what };
}

/** The one key of that name, or why there is none. */
function keyOf(jwks: unknown, kid: string): z.infer<typeof keySchema> | string {
	const set = keySetSchema.safeParse(jwks);
	if (!set.success) return "cannot be verified: the keys given are no JSON Web Key Set";
	const keys = set.data.keys.flatMap((key) => keySchema.safeParse(key).data ?? []);
	const [key, ...others] = keys.filter((one) => one.kid === kid);
	if (!key) return `names the key ${kid}, which is not among the keys given`;
	return others.length === 0 ? key : `names the key ${kid}, of which the keys given have more than one`;
}

function decodedJson(text: string): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(base64url.decode(text)));
	} catch {
		return undefined;
	}
}

/** @throws RangeError where the port did not return a signature */
function withLowS(signature: Uint8Array): Uint8Array {
	if (signature.length !== 2 * SCALAR_BYTES) throw new RangeError("a signature of ES256 has 64 bytes");
	const s = scalar(signature.subarray(SCALAR_BYTES));
	if (isLow(s)) return signature;
	const low = (ORDER - s).toString(16).padStart(2 * SCALAR_BYTES, "0");
	return new Uint8Array([...signature.subarray(0, SCALAR_BYTES), ...hexToBytes(`0x${low}`)]);
}

/** Whether the text is base64url as it is written, without stray bits, of a signature with the lower s. */
function hasLowS(text: string): boolean {
	try {
		const signature = base64url.decode(text);
		if (signature.length !== 2 * SCALAR_BYTES || base64url.encode(signature) !== text) return false;
		return isLow(scalar(signature.subarray(SCALAR_BYTES)));
	} catch {
		return false;
	}
}

function isLow(s: bigint): boolean {
	return s <= ORDER / 2n;
}

function scalar(bytes: Uint8Array): bigint {
	return BigInt(bytesToHex(bytes));
}
