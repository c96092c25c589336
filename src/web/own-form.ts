import { isLoopback } from "../kernel/loopback.ts";

/** Recognises forms of our own pages: by `Origin`, and by `Sec-Fetch-Site` where the browser sends it. */
export function isOwnForm(headers: Headers, appOrigin: string): boolean {
	const site = headers.get("Sec-Fetch-Site");
	const origin = headers.get("Origin");
	return origin !== null && isOwnOrigin(origin, appOrigin) && (site === null || site === "same-origin");
}

/** In development `localhost` and `127.0.0.1` of one port are one service, which knows itself by one of the names. */
function isOwnOrigin(origin: string, appOrigin: string): boolean {
	return origin === appOrigin || (URL.canParse(origin) && isOtherLocalName(new URL(origin), appOrigin));
}

/** True for another name of this machine with the port of `appOrigin`, which must be local itself. */
export function isOtherLocalName(url: URL, appOrigin: string): boolean {
	const own = new URL(appOrigin);
	const isLocal = isLoopback(own.hostname) && isLoopback(url.hostname);
	return isLocal && url.protocol === own.protocol && url.port === own.port && url.hostname !== own.hostname;
}
