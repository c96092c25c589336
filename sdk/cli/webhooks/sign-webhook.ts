/** Signs a forwarded event as the service signs its own (webhooks.md "The request"), with the secret of the session. */

const utf8 = new TextEncoder();

export function newSecret(): string {
	return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

export type Signed = { id: string; body: string; timestamp: number };

/** @param brand of the service, with which the names of its own headers begin */
export async function webhookHeaders({ id, body, timestamp }: Signed, secret: string, brand: string) {
	const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
	const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = async (text: string) => Buffer.from(await crypto.subtle.sign("HMAC", key, utf8.encode(text)));
	const own = (await mac(`${timestamp}.${body}`)).toString("hex");
	const standard = (await mac(`${id}.${timestamp}.${body}`)).toString("base64");
	return {
		"Content-Type": "application/json",
		[`${brand}-Webhook-Id`]: id,
		[`${brand}-Webhook-Timestamp`]: String(timestamp),
		[`${brand}-Webhook-Signature`]: `v1=${own}`,
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": `v1,${standard}`,
	};
}
