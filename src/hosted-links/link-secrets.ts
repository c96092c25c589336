/** The token of a link's url, and the secret of the browser that started it. Only their SHA-256 is stored. */
import { sha256Hex } from "../kernel/crypto/sha256.ts";

const RANDOM_BYTES = 32;

/** Base64url of 32 bytes. */
const RANDOM_TEXT = /^[A-Za-z0-9_-]{43}$/;
const SECRET = /^(hl_[0-9a-f]{32})\.[A-Za-z0-9_-]{43}$/;

/** 256 random bits. */
export function newToken(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))).toString("base64url");
}

export const isToken = (text: string): boolean => RANDOM_TEXT.test(text);

/** Begins with the link's id, by which its row is found. */
export const newSecret = (linkId: string): string => `${linkId}.${newToken()}`;

export type KnownSecret = { linkId: string; secretHash: string };

export function readSecret(text: string): KnownSecret | undefined {
	const linkId = SECRET.exec(text)?.[1];
	return linkId === undefined ? undefined : { linkId, secretHash: hashOf(text) };
}

export const hashOf = (secret: string): string => sha256Hex(secret);
