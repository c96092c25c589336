/** Visits pages as a browser does: with cookies, and following redirects only when told. */
import { env, exports } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { hiddenFields, messageIn } from "../../scripts/demo/page-forms.ts";
import { cookieHeaderOf, htmlOf, takeCookies } from "./web/cookies.ts";

export { hiddenFields, messageIn, unescaped } from "../../scripts/demo/page-forms.ts";

type Visit = { status: number; location: string | null; html: string; headers: Headers };

let browsers = 0;

/** In a client network of its own, so that no test uses up the calls of another. */
export function newBrowser(
	language = "en",
	ownHeaders: Record<string, string> = {},
	toService: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request),
) {
	const cookies = new Map<string, string>();
	const address = `11.${++browsers >> 8}.${browsers & 255}.1`;
	async function send(path: string, init: RequestInit): Promise<Visit> {
		const response = await toService(
			new Request(`${env.BASE_URL}${path}`, {
				redirect: "manual",
				...init,
				headers: {
					"Accept-Language": language,
					"CF-Connecting-IP": address,
					Cookie: cookieHeaderOf(cookies),
					...ownHeaders,
					...init.headers,
				},
			}),
		);
		takeCookies(response, cookies);
		const location = response.headers.get("location");
		return { status: response.status, location, html: await htmlOf(response), headers: response.headers };
	}
	return {
		cookies,
		get: (path: string) => send(path, {}),
		/** A form of our own page. */
		post: (path: string, fields: Record<string, string> | [string, string][] | FormData) => {
			const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
			return send(path, { method: "POST", headers: { Origin: env.BASE_URL }, body });
		},
	};
}

type Browser = ReturnType<typeof newBrowser>;

/** Signs in with the wallet, as somebody without script does. */
export async function signIn(browser: Browser, account: PrivateKeyAccount): Promise<void> {
	const fields = { address: account.address, chainId: "8453", next: "/cases" };
	const { html } = await browser.post("/sign-in", fields);
	const message = messageIn(html);
	const signature = await account.signMessage({ message });
	await browser.post("/sign-in", { ...hiddenFields(html), message, signature });
}

/** What the wallet signs on the page, with a real key. */
export async function signed(html: string, account: PrivateKeyAccount): Promise<string> {
	return account.signTypedData(JSON.parse(messageIn(html)));
}
