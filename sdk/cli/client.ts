/** The client of a command, with its credential from the environment: arguments are seen by other users. */
import { Replevin, type ReplevinOptions } from "../src/index.ts";
import { type Io, UsageError } from "./command.ts";

export const ENVIRONMENT = {
	REPLEVIN_URL: "the service's origin, such as https://replevin.example",
	REPLEVIN_API_KEY: "the key of a pair, sk_…",
	REPLEVIN_API_SECRET: "the secret of the pair, ss_…",
	REPLEVIN_ACCESS_TOKEN: "a session's token, in place of a pair",
} as const;

/** @throws UsageError without a service or a credential */
export function clientOf({ env, fetch }: Io): Replevin {
	const {
		REPLEVIN_API_KEY: apiKey,
		REPLEVIN_API_SECRET: apiSecret,
		REPLEVIN_ACCESS_TOKEN: accessToken,
	} = env;
	if (!accessToken && !(apiKey && apiSecret))
		throw new UsageError("Set REPLEVIN_API_KEY and REPLEVIN_API_SECRET, or REPLEVIN_ACCESS_TOKEN.");
	const credential = accessToken ? { accessToken } : { apiKey, apiSecret };
	try {
		return new Replevin({ baseUrl: serviceUrl(env), fetch, ...credential } as ReplevinOptions);
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

function serviceUrl(env: Io["env"]): string {
	if (!env.REPLEVIN_URL) throw new UsageError(`Set REPLEVIN_URL: ${ENVIRONMENT.REPLEVIN_URL}.`);
	return env.REPLEVIN_URL;
}
