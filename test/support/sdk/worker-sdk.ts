/** Clients of the SDK whose requests go to the Worker under test, in its own runtime. */
import { exports } from "cloudflare:workers";
import { Replevin, type ReplevinOptions } from "../../../sdk/src/index.ts";
import { ORIGIN } from "../contract/openapi-client.ts";

/** A client network of its own, so that no public rate limit applies. */
export function newClient(options: Partial<ReplevinOptions> = {}): Replevin {
	const network = crypto.randomUUID();
	return new Replevin({
		baseUrl: ORIGIN,
		fetch: (url, init) => {
			const headers = { ...(init.headers as Record<string, string>), "cf-connecting-ip": network };
			return exports.default.fetch(new Request(url, { ...init, headers }));
		},
		...options,
	} as ReplevinOptions);
}
