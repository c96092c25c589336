/**
 * The token in the address by which a mail's recipient ends mails of its kind (RFC 8058). It names both, with a MAC, and is
 * good for as long as its pepper is configured, because mails are kept for years.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import { optionalMailKinds } from "./mail-kinds.ts";
import type { OptOut } from "./opt-outs.d1.ts";

const TOKEN = /^([a-z]{3,4}_[0-9a-f]{32})\.([a-z_]{1,40})\.([\w-]{43})$/;

export function unsubscribeTokenOf(peppers: Peppers, optOut: OptOut): string {
	return `${named(optOut)}.${macOf(peppers, peppers.currentVersion, optOut)?.toString("base64url")}`;
}

/** Undefined unless the service made the token. */
export function readUnsubscribeToken(peppers: Peppers, token: string): OptOut | undefined {
	const [, recipient = "", name, mac = ""] = TOKEN.exec(token) ?? [];
	const kind = optionalMailKinds.find((known) => known === name);
	if (!kind) return undefined;
	const optOut = { recipient, kind };
	const given = Buffer.from(mac, "base64url");
	const isOurs = peppers.versions.some((version) => {
		const own = macOf(peppers, version, optOut);
		return own !== undefined && own.length === given.length && timingSafeEqual(own, given);
	});
	return isOurs ? optOut : undefined;
}

function macOf(peppers: Peppers, version: number, optOut: OptOut): Buffer | undefined {
	const key = peppers.keyFor("mail-unsubscribe", version);
	return key && createHmac("sha256", key).update(named(optOut)).digest();
}

const named = ({ recipient, kind }: OptOut) => `${recipient}.${kind}`;
