/** Verifies the head of an evidence bundle (see `sign-head.ts`). */
import { base64url, compactVerify, errors, importJWK } from "jose";
import * as z from "zod";
import type { Hex } from "../../kernel/hex.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { hashSchema } from "./evidence-payload.ts";
import { HEAD_ALGORITHM, HEAD_TYPE, isLowS, SIGNATURE_BYTES } from "./sign-head.ts";

const headerSchema = lazy(() =>
	z.strictObject({
		alg: z.literal(HEAD_ALGORITHM),
		kid: z.string(),
		typ: z.literal(HEAD_TYPE),
	}),
);
const payloadSchema = lazy(() => z.strictObject({ digest: hashSchema() }));

/** Ignores other members, such as `ext`, and skips keys of other kinds. */
const keySchema = lazy(() =>
	z
		.object({
			kty: z.literal("EC"),
			crv: z.literal("P-256"),
			kid: z.string(),
			x: z.string(),
			y: z.string(),
			alg: z.literal(HEAD_ALGORITHM).optional(),
			use: z.literal("sig").optional(),
		})
		.transform(({ kty, crv, kid, x, y }) => ({ kty, crv, kid, x, y })),
);
const keySetSchema = lazy(() => z.object({ keys: z.array(z.unknown()) }));

export type HeadVerdict = { ok: true; kid: string; digest: Hex } | { ok: false; what: string };

/** Never throws. @param jwks the issuer's published evidence keys (RFC 7517) */
export async function verifyHead(head: string, jwks: unknown): Promise<HeadVerdict> {
	const [headerText = "", , signatureText = "", ...more] = head.split(".");
	if (more.length > 0) return invalid("is not a compact JWS");
	const header = headerSchema().safeParse(decodeJson(headerText));
	if (!header.success)
		return invalid(`has a header other than alg ${HEAD_ALGORITHM}, typ ${HEAD_TYPE} and a kid`);
	const { kid } = header.data;
	if (!isCanonicalSignature(signatureText))
		return invalid("has a signature that is not canonical (base64url without stray bits, lower s)");
	const jwk = findKey(jwks, kid);
	if (typeof jwk === "string") return invalid(jwk);
	try {
		const key = await importJWK(jwk, HEAD_ALGORITHM);
		const { payload } = await compactVerify(head, key, { algorithms: [HEAD_ALGORITHM] });
		const signed = payloadSchema().safeParse(JSON.parse(new TextDecoder().decode(payload)));
		return signed.success
			? { ok: true, kid, digest: signed.data.digest }
			: invalid("does not contain a digest and nothing else");
	} catch (error) {
		const isForged = error instanceof errors.JWSSignatureVerificationFailed;
		return invalid(isForged ? `was not signed by the key ${kid}` : "could not be verified");
	}
}

function invalid(what: string): HeadVerdict {
	return { ok: false, what };
}

/** The only key with that id, or the reason why there is none. */
function findKey(jwks: unknown, kid: string): Infer<typeof keySchema> | string {
	const set = keySetSchema().safeParse(jwks);
	if (!set.success) return "cannot be verified, because the given keys are not a JSON Web Key Set";
	const keys = set.data.keys.flatMap((key) => keySchema().safeParse(key).data ?? []);
	const [key, ...others] = keys.filter((candidate) => candidate.kid === kid);
	if (!key) return `names the key ${kid}, which is not in the given key set`;
	return others.length === 0 ? key : `names the key ${kid}, which occurs more than once in the given key set`;
}

function decodeJson(text: string): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(base64url.decode(text)));
	} catch {
		return undefined;
	}
}

/** Requires the lower s, in base64url without stray bits. */
function isCanonicalSignature(text: string): boolean {
	try {
		const signature = base64url.decode(text);
		if (signature.length !== SIGNATURE_BYTES || base64url.encode(signature) !== text) return false;
		return isLowS(signature);
	} catch {
		return false;
	}
}
