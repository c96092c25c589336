/** Recognises forms of our own pages: by `Origin`, and by `Sec-Fetch-Site` where the browser sends it. */
export function isOwnForm(headers: Headers, appOrigin: string): boolean {
	const site = headers.get("Sec-Fetch-Site");
	return headers.get("Origin") === appOrigin && (site === null || site === "same-origin");
}
