import { Replevin, type ReplevinOptions } from "../src/index.ts";
import { type Io, UsageError } from "./command.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";

/** The client of a command. @throws UsageError without a service or a credential */
export async function clientOf({ env, fetch }: Io): Promise<Replevin> {
	return clientWith(await credentialsOf(env), fetch);
}

/** @throws UsageError for an address that cannot be one */
export function clientWith({ url, ...credential }: Credentials, fetch: Io["fetch"]): Replevin {
	try {
		return new Replevin({ baseUrl: url, fetch, ...credential } as ReplevinOptions);
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}
