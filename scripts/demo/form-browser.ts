/** A browser as far as pages without script need one: cookies and forms. It follows no redirect by itself. */

/** The cookies of one origin by their names. A cookie without a value is dropped. */
export type Cookies = Map<string, string>;

export type Visit = { status: number; location: string | null; html: string; headers: Headers };

type Options = {
	cookies?: Cookies;
	/** Sent with every request. */
	headers?: Record<string, string>;
	fetch?: (request: Request) => Promise<Response>;
	/** Reads a page's text. */
	textOf?: (response: Response) => Promise<string>;
};

export const cookieHeaderOf = (cookies: Cookies): string =>
	[...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

export function takeCookies({ headers }: Response, cookies: Cookies): void {
	for (const cookie of headers.getSetCookie()) {
		const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
		if (value === "") cookies.delete(name);
		else cookies.set(name, value);
	}
}

export function openFormBrowser(origin: string, options: Options = {}) {
	const { cookies = new Map<string, string>(), headers: always = {} } = options;
	const { fetch = globalThis.fetch, textOf = (response) => response.text() } = options;

	async function send(path: string, init: RequestInit, own: Record<string, string>): Promise<Visit> {
		const headers = { Cookie: cookieHeaderOf(cookies), ...always, ...own };
		const response = await fetch(
			new Request(new URL(path, origin), { redirect: "manual", ...init, headers }),
		);
		takeCookies(response, cookies);
		const { status, headers: received } = response;
		return { status, location: received.get("Location"), html: await textOf(response), headers: received };
	}

	return {
		cookies,
		get: (path: string, own: Record<string, string> = {}) => send(path, {}, own),
		/** A form of the service's own page, without a file or with one. */
		post(path: string, fields: Record<string, string> | [string, string][] | FormData, own = {}) {
			const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
			return send(path, { method: "POST", body }, { Origin: origin, ...own });
		},
	};
}
