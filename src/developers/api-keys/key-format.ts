/** The format of API key pairs (auth.md "API keys"). Checksums reject mistyped keys without a look-up. */
import { type RandomBytes, randomBase62, toBase62 } from "./base62.ts";
import { crc32 } from "./crc32.ts";

/** 62^22 is above 2^130, so the identifying half cannot be guessed either. */
const API_KEY_RANDOM_LENGTH = 22;
/** 62^43 is above 2^256. */
const API_SECRET_RANDOM_LENGTH = 43;
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6;

const API_KEY_SHAPE = /^sk_[0-9A-Za-z]{28}$/;
const API_SECRET_SHAPE = /^ss_[0-9A-Za-z]{49}$/;

export type KeyPair = { apiKey: string; apiSecret: string };

export function generateKeyPair(randomBytes: RandomBytes): KeyPair {
	return {
		apiKey: withChecksum(`sk_${randomBase62(API_KEY_RANDOM_LENGTH, randomBytes)}`),
		apiSecret: withChecksum(`ss_${randomBase62(API_SECRET_RANDOM_LENGTH, randomBytes)}`),
	};
}

export function isKeyPair({ apiKey, apiSecret }: KeyPair): boolean {
	return isApiKey(apiKey) && isApiSecret(apiSecret);
}

export function isApiKey(text: string): boolean {
	return API_KEY_SHAPE.test(text) && hasChecksum(text);
}

export function isApiSecret(text: string): boolean {
	return API_SECRET_SHAPE.test(text) && hasChecksum(text);
}

export function hintOf(apiKey: string): string {
	return `sk_…${apiKey.slice(-4)}`;
}

function withChecksum(body: string): string {
	return body + toBase62(crc32(body), CHECKSUM_LENGTH);
}

function hasChecksum(text: string): boolean {
	return withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text;
}
