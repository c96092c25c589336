/** A person at the pages with a wallet session: opens pages, sends forms, signs the message that a page shows. */
import { env, exports } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { openFormBrowser } from "../../../scripts/demo/form-browser.ts";
import { htmlOf } from "../../support/web/page-html.ts";
import { sessionOf } from "../estates/support.ts";

let networks = 0;

/** In a network of its own, so that no limit of another one is reached. @param cookie such as `__Host-wallet=…` */
export function browserWith(cookie: string) {
	const address = `10.7.${++networks}.1`;
	const [name = "", value = ""] = cookie.split(/=(.*)/s);
	const browser = openFormBrowser(env.BASE_URL, {
		cookies: new Map(name === "" ? [] : [[name, value]]),
		headers: { "CF-Connecting-IP": address },
		fetch: (request) => exports.default.fetch(request),
		textOf: htmlOf,
	});
	return {
		address,
		get: (path: string, language = "en") => browser.get(path, { "Accept-Language": language }),
		/** A form without a file, or with one. */
		post: (path: string, fields: Record<string, string> | FormData, language = "en") =>
			browser.post(path, fields, { "Accept-Language": language }),
	};
}

export type Browser = ReturnType<typeof browserWith>;

export async function signedIn(wallet: { address: string }): Promise<Browser> {
	const { authorization } = await sessionOf(wallet);
	return browserWith(`__Host-wallet=${authorization.replace("Bearer ", "")}`);
}

/** As a browser reads text and attributes. */
function plain(text: string): string {
	const characters = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" } as const;
	return text.replace(
		/&(?:lt|gt|quot|#39|amp);/g,
		(found) => characters[found as keyof typeof characters] ?? "",
	);
}

/** The form that takes the signature: its hidden fields, and the message that a wallet gets. */
export function signingFormOf(html: string) {
	const form = /<form[^>]* data-sign[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
	const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
	const fields = Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, plain(value)]));
	const text = /<textarea[^>]* data-message[^>]*>([\s\S]*?)<\/textarea>/.exec(form)?.[1] ?? "";
	return { fields, typedData: JSON.parse(plain(text)), action: /action="([^"]*)"/.exec(form)?.[1] };
}

/** The form's fields with the wallet's signature of the very message on the page. */
export async function signed(html: string, wallet: PrivateKeyAccount): Promise<Record<string, string>> {
	const { fields, typedData } = signingFormOf(html);
	return { ...fields, signature: await wallet.signTypedData(typedData) };
}

/** The words of the message, as the page shows them above the message itself, with those that are folded. */
export const wordsOf = (html: string): string =>
	plain([...html.matchAll(/<dl>([\s\S]*?)<\/dl>/g)].map(([, facts]) => facts).join(""));
