/** Signs webhooks (webhooks.md "The request") in the service's own form and in that of Standard Webhooks 1.0.0. */

const SECRET_PREFIX = "whsec_";

/** Length of the hash (RFC 2104 section 3). */
export const SECRET_BYTES = 32;

/** A receiver rejects a timestamp that differs more from its own clock. */
export const TOLERANCE_SECONDS = 300;

/** 32 bytes: 43 base64 characters, the last with four bits, and padding. */
const SECRET = /^whsec_[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

const utf8 = new TextEncoder();

export type SignedEvent = {
	eventId: string;
	/** The same at every attempt. */
	body: string;
};

/** `whsec_` and padded base64. @param bytes 32 random bytes @throws RangeError for another length */
export function formatSecret(bytes: Uint8Array): string {
	if (bytes.length !== SECRET_BYTES) throw new RangeError(`a webhook secret has ${SECRET_BYTES} bytes`);
	return `${SECRET_PREFIX}${Buffer.from(bytes).toString("base64")}`;
}

/** The HMAC key of a formatted secret. @throws TypeError, without the text, for another form */
export function secretBytesOf(secret: string): Uint8Array {
	if (!SECRET.test(secret)) {
		throw new TypeError(`a webhook secret is ${SECRET_PREFIX} and base64 of ${SECRET_BYTES} bytes`);
	}
	return Uint8Array.from(Buffer.from(secret.slice(SECRET_PREFIX.length), "base64"));
}

export async function importSigningKey(bytes: Uint8Array): Promise<CryptoKey> {
	return await crypto.subtle.importKey("raw", Uint8Array.from(bytes), HMAC, false, ["sign"]);
}

/**
 * @param options.brand a header-name token
 * @param options.timestampSeconds whole unix seconds of this attempt
 * @param options.keys newest first; more than one during a rotation
 * @throws RangeError without a key or with a fractional timestamp
 */
export async function webhookHeaders(
	event: SignedEvent,
	options: { brand: string; timestampSeconds: number; keys: readonly CryptoKey[] },
): Promise<Record<string, string>> {
	const { brand, timestampSeconds, keys } = options;
	if (keys.length === 0) throw new RangeError("a webhook needs a key to be signed with");
	if (!Number.isSafeInteger(timestampSeconds)) throw new RangeError("a timestamp is whole unix seconds");
	const { own, standard } = await signaturesOf(event, timestampSeconds, keys);
	return headersOf(event, brand, {
		timestamp: String(timestampSeconds),
		own: own.map((mac) => `v1=${mac.toString("hex")}`).join(","),
		standard: standard.map((mac) => `v1,${mac.toString("base64")}`).join(" "),
	});
}

/** The headers that are the same in each attempt. */
export const fixedHeaders = (event: SignedEvent, brand: string): Record<string, string> =>
	headersOf(event, brand, null);

type Signed = { timestamp: string; own: string; standard: string };

function headersOf({ eventId }: SignedEvent, brand: string, signed: Signed | null): Record<string, string> {
	return {
		"Content-Type": "application/json",
		"User-Agent": `${brand}-Webhooks/1`,
		[`${brand}-Webhook-Id`]: eventId,
		...(signed && {
			[`${brand}-Webhook-Timestamp`]: signed.timestamp,
			[`${brand}-Webhook-Signature`]: signed.own,
		}),
		"webhook-id": eventId,
		...(signed && { "webhook-timestamp": signed.timestamp, "webhook-signature": signed.standard }),
	};
}

/** MACs of both forms, in the order of the keys. */
async function signaturesOf(
	{ eventId, body }: SignedEvent,
	timestampSeconds: number,
	keys: readonly CryptoKey[],
): Promise<{ own: Buffer[]; standard: Buffer[] }> {
	const whole = utf8.encode(`${eventId}.${timestampSeconds}.${body}`);
	const withoutId = whole.subarray(utf8.encode(`${eventId}.`).length);
	const signAll = (content: typeof whole) =>
		Promise.all(keys.map(async (key) => Buffer.from(await crypto.subtle.sign(HMAC.name, key, content))));
	const [own, standard] = await Promise.all([signAll(withoutId), signAll(whole)]);
	return { own, standard };
}
