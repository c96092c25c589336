/** Visits pages as a browser does: with cookies, and following redirects only when told. */
import { env, exports } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { openFormBrowser } from "../../scripts/demo/form-browser.ts";
import { hiddenFields, messageIn } from "../../scripts/demo/page-forms.ts";
import { htmlOf } from "./web/page-html.ts";

export { hiddenFields, messageIn, unescaped } from "../../scripts/demo/page-forms.ts";

let browsers = 0;

/** In a client network of its own, so that no test uses up the calls of another. */
export function newBrowser(
	language = "en",
	ownHeaders: Record<string, string> = {},
	toService: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request),
) {
	const address = `11.${++browsers >> 8}.${browsers & 255}.1`;
	return openFormBrowser(env.BASE_URL, {
		headers: { "Accept-Language": language, "CF-Connecting-IP": address, ...ownHeaders },
		fetch: toService,
		textOf: htmlOf,
	});
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
