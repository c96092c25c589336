/**
 * The form of an API key pair (design/auth.md "API keys"). A checksum ends each half, so that garbage and
 * mistyped keys are refused before anything is looked up. It proves nothing: only the MAC does.
 */
import { type RandomBytes, randomBase62, toBase62 } from "./base62.ts";
import { crc32 } from "./crc32.ts";

/** 62^22 is above 2^130: the identifying half cannot be guessed either. */
const API_KEY_RANDOM_LENGTH = 22;
/** 62^43 is above 2^256. */
const API_SECRET_RANDOM_LENGTH = 43;
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6;

const API_KEY_SHAPE = /^sk_[0-9A-Za-z]{28}$/;
const API_SECRET_SHAPE = /^ss_[0-9A-Za-z]{49}$/;

export type KeyPair = { apiKey: string; apiSecret: string };

/** Makes a new pair; its secret half is shown once and kept nowhere. */
export function generateKeyPair(randomBytes: RandomBytes): KeyPair {
	return {
		apiKey: withChecksum(`sk_${randomBase62(API_KEY_RANDOM_LENGTH, randomBytes)}`),
		apiSecret: withChecksum(`ss_${randomBase62(API_SECRET_RANDOM_LENGTH, randomBytes)}`),
	};
}

/** Whether both halves have the shape and checksum of a pair that was issued once, here or elsewhere. */
export function isKeyPair({ apiKey, apiSecret }: KeyPair): boolean {
	return isApiKey(apiKey) && isApiSecret(apiSecret);
}

export function isApiKey(text: string): boolean {
	return API_KEY_SHAPE.test(text) && hasChecksum(text);
}

export function isApiSecret(text: string): boolean {
	return API_SECRET_SHAPE.test(text) && hasChecksum(text);
}

/** What a list shows of a key, enough for its owner to tell it from four others. */
export function hintOf(apiKey: string): string {
	return `sk_…${apiKey.slice(-4)}`;
}

function withChecksum(body: string): string {
	return body + toBase62(crc32(body), CHECKSUM_LENGTH);
}

function hasChecksum(text: string): boolean {
	return withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;
}
