/** Verifies what evidence keys sign by Web Crypto (see `sign-head.ts`). */
import { decodeBase64url } from "../../kernel/encoding/base64url.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { type Of, object, objectWithOptional, oneOf, parse, text } from "../form.ts";
import type { HeadFault } from "./faults.ts";
import {
	type ARCHIVE_TYPE,
	type CASE_HEAD_TYPE,
	type EXPORT_TYPE,
	HEAD_ALGORITHM,
	HEAD_TYPE,
	isLowS,
	KEY_ALGORITHM,
	SIGNATURE_BYTES,
} from "./head-form.ts";
import { hash } from "./payload-form.ts";

const header = (typ: Type) => object({ alg: oneOf(HEAD_ALGORITHM), kid: text(), typ: oneOf(typ) });
const content = object({ digest: hash });

const requiredOfKey = { kty: oneOf("EC"), crv: oneOf("P-256"), kid: text(), x: text(), y: text() };
const key = objectWithOptional(requiredOfKey, { alg: oneOf(HEAD_ALGORITHM), use: oneOf("sig") });
type Key = Of<typeof key>;
type Type = typeof HEAD_TYPE | typeof CASE_HEAD_TYPE | typeof ARCHIVE_TYPE | typeof EXPORT_TYPE;

export type HeadVerdict = { ok: true; kid: string; digest: Hex } | { ok: false; fault: HeadFault };

const utf8 = new TextEncoder();

/** The head of a bundle. Never throws. @param jwks the issuer's published evidence keys (RFC 7517) */
export async function verifyHead(head: string, jwks: unknown): Promise<HeadVerdict> {
	const verdict = await verifyJws(head, HEAD_TYPE, jwks);
	if (!verdict.ok) return verdict;
	const signed = parse(content, verdict.content);
	return signed.ok
		? { ok: true, kid: verdict.kid, digest: signed.value.digest }
		: invalid({ kind: "head_wrong_content" });
}

type JwsVerdict = { ok: true; kid: string; content: unknown } | { ok: false; fault: HeadFault };

/** `content`: parsed; undefined if it is not JSON. Never throws. */
export async function verifyJws(jws: string, typ: Type, jwks: unknown): Promise<JwsVerdict> {
	const [headerText = "", contentText = "", signatureText = "", ...more] = jws.split(".");
	if (more.length > 0) return invalid({ kind: "head_not_jws" });
	const parsed = parse(header(typ), decodeJson(headerText));
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
	return { ok: true, kid, content: decodeJson(contentText) };
}

function invalid(fault: HeadFault): { ok: false; fault: HeadFault } {
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
