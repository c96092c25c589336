/** Verifies the head of an evidence bundle by Web Crypto (see `sign-head.ts`). */
import { decodeBase64url } from "../../kernel/base64url.ts";
import type { Hex } from "../../kernel/hex.ts";
import { type Of, object, objectWithOptional, oneOf, parse, text } from "../form.ts";
import type { HeadFault } from "./faults.ts";
import { HEAD_ALGORITHM, HEAD_TYPE, isLowS, KEY_ALGORITHM, SIGNATURE_BYTES } from "./head-form.ts";
import { hash } from "./payload-form.ts";

const header = object({ alg: oneOf(HEAD_ALGORITHM), kid: text(), typ: oneOf(HEAD_TYPE) });
const content = object({ digest: hash });

const requiredOfKey = { kty: oneOf("EC"), crv: oneOf("P-256"), kid: text(), x: text(), y: text() };
const key = objectWithOptional(requiredOfKey, { alg: oneOf(HEAD_ALGORITHM), use: oneOf("sig") });
type Key = Of<typeof key>;

export type HeadVerdict = { ok: true; kid: string; digest: Hex } | { ok: false; fault: HeadFault };

const utf8 = new TextEncoder();

/** Never throws. @param jwks the issuer's published evidence keys (RFC 7517) */
export async function verifyHead(head: string, jwks: unknown): Promise<HeadVerdict> {
	const [headerText = "", contentText = "", signatureText = "", ...more] = head.split(".");
	if (more.length > 0) return invalid({ kind: "head_not_jws" });
	const parsed = parse(header, decodeJson(headerText));
	if (!parsed.ok) return invalid({ kind: "head_wrong_header" });
	const { kid } = parsed.value;
	const signature = decodeBase64url(signatureText);
	if (signature?.length !== SIGNATURE_BYTES || !isLowS(signature))
		return invalid({ kind: "head_not_canonical" });
	const found = findKey(jwks, kid);
	if ("kind" in found) return invalid(found);
	const isSigned = await verifySignature(found, signature, `${headerText}.${contentText}`);
	if (isSigned === null) return invalid({ kind: "key_unusable", kid, algorithm: HEAD_ALGORITHM });
	if (!isSigned) return invalid({ kind: "head_wrong_signature", kid });
	const signed = parse(content, decodeJson(contentText));
	return signed.ok ? { ok: true, kid, digest: signed.value.digest } : invalid({ kind: "head_wrong_content" });
}

function invalid(fault: HeadFault): HeadVerdict {
	return { ok: false, fault };
}

/** @returns null if the key cannot be used */
async function verifySignature(
	{ kty, crv, x, y }: Key,
	signature: Uint8Array<ArrayBuffer>,
	input: string,
): Promise<boolean | null> {
	try {
		const key = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, KEY_ALGORITHM, false, ["verify"]);
		return await crypto.subtle.verify(KEY_ALGORITHM, key, signature, utf8.encode(input));
	} catch {
		return null;
	}
}

/** The only key with that id, or the reason why there is none. */
function findKey(jwks: unknown, kid: string): Key | HeadFault {
	if (!hasKeys(jwks)) return { kind: "keys_malformed" };
	const keys = jwks.keys.flatMap((candidate: unknown) => readKey(candidate) ?? []);
	const [found, ...others] = keys.filter((candidate) => candidate.kid === kid);
	if (!found) return { kind: "key_unknown", kid };
	return others.length === 0 ? found : { kind: "key_ambiguous", kid };
}

function hasKeys(jwks: unknown): jwks is { keys: unknown[] } {
	return typeof jwks === "object" && jwks !== null && "keys" in jwks && Array.isArray(jwks.keys);
}

/** Ignores other members, such as `ext`. @returns null for keys of other kinds */
function readKey(jwk: unknown): Key | null {
	if (typeof jwk !== "object" || jwk === null) return null;
	const known = Object.entries(jwk).filter(([name]) => key.members.includes(name));
	const parsed = parse(key, Object.fromEntries(known));
	return parsed.ok ? parsed.value : null;
}

/** @returns undefined for malformed text */
function decodeJson(encoded: string): unknown {
	const bytes = decodeBase64url(encoded);
	if (bytes === null) return undefined;
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
	} catch {
		return undefined;
	}
}
