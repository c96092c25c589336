/** Checks the options of a client, and makes the headers of its credential. */
import type { ReplevinOptions } from "./options.ts";

/** What a header can carry. `fetch` strips white space at both ends, such as the line break of a file. */
const HEADER_TEXT = /^[\t\n\r ]*[!-~]+[\t\n\r ]*$/;

/** @throws TypeError for options that cannot work, or that would expose a secret */
export function checkOptions(options: ReplevinOptions): void {
	const { apiKey, apiSecret, accessToken } = options as Partial<Record<string, unknown>>;
	const needed = accessToken === undefined ? ["baseUrl", "apiKey", "apiSecret"] : ["baseUrl"];
	for (const name of needed) if (name in options) checkIsSet(name, options[name as keyof ReplevinOptions]);
	if ((apiKey === undefined) !== (apiSecret === undefined))
		throw new TypeError("A key pair has two halves. Give both apiKey and apiSecret.");
	if (apiKey !== undefined && accessToken !== undefined)
		throw new TypeError("A request has one credential. Give a key pair or an accessToken, not both.");
	for (const [name, value] of Object.entries({ apiKey, apiSecret, accessToken }))
		if (value !== undefined && typeof value !== "function") checkHeaderText(name, value);
	if (apiSecret !== undefined && isBrowser()) {
		throw new TypeError(
			"This is a browser or an app, and everybody who opens it could read apiSecret. Use the key pair on a server, and a wallet session or a hosted link here. If it was published, revoke the key.",
		);
	}
}

/** Without this check, a variable that is not set would make a client without a credential. */
function checkIsSet(name: string, value: unknown): void {
	if (value === undefined)
		throw new TypeError(`${name} is undefined. If it comes from the environment, its variable is not set.`);
}

/**
 * The error of `fetch` would repeat the secret, and errors are logged.
 * @throws TypeError that does not have the value
 */
function checkHeaderText(name: string, value: unknown): void {
	if (typeof value !== "string" || !HEADER_TEXT.test(value))
		throw new TypeError(
			`${name} must be text of visible ASCII characters, without spaces and line breaks between them.`,
		);
}

/** Pages, their workers, and apps of React Native. Servers have another user agent, or none. */
export function isBrowser(): boolean {
	const { document, navigator } = globalThis as {
		document?: unknown;
		navigator?: { userAgent?: string; product?: string };
	};
	const isPage = document !== undefined || navigator?.userAgent?.startsWith("Mozilla/") === true;
	return isPage || navigator?.product === "ReactNative";
}

/** @throws TypeError unless it is an origin that keeps a credential secret */
export function apiUrl(baseUrl = ""): string {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash;
	if (!isOrigin || url.username || url.password)
		throw new TypeError(
			"baseUrl must be the service's origin, with http:// or https:// and without a path, such as https://replevin.example",
		);
	if (!isSafeFromNetwork(url))
		throw new TypeError(
			"baseUrl must begin with https, because http would show the credential to the network.",
		);
	return `${url.origin}/api/v1`;
}

/** Whether nobody on the way can read or change what is sent. */
export function isSafeFromNetwork({ protocol, hostname }: URL): boolean {
	const isHere = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname);
	return protocol === "https:" || (protocol === "http:" && isHere);
}

/** The headers that prove who calls. */
export async function credentialHeaders(options: ReplevinOptions): Promise<Record<string, string>> {
	const { apiKey, apiSecret, accessToken } = options;
	if (apiKey !== undefined && apiSecret !== undefined)
		return { "x-api-key": apiKey, "x-api-secret": apiSecret };
	if (accessToken === undefined) return {};
	const token = typeof accessToken === "function" ? await accessToken() : accessToken;
	checkHeaderText("accessToken", token);
	return { Authorization: `Bearer ${token}` };
}
