import { Replevin, type ReplevinOptions } from "../src/index.ts";
import { type Io, UsageError } from "./command.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";

/** The client of a command. @throws UsageError without a service or a credential */
export async function clientOf(io: Io): Promise<Replevin> {
	return clientWith(await credentialsOf(io.env), io);
}

/** @throws UsageError for an address that cannot be one */
export function clientWith({ url, ...credential }: Credentials, { env, fetch, note }: Io): Replevin {
	const onRetry = ({ error, delayMs }: { error: unknown; delayMs: number }) =>
		note(`The next attempt is in ${Math.ceil(delayMs / 1000)} s, because: ${messageOf(error)}`);
	try {
		const options: object = { baseUrl: url, fetch, hooks: { onRetry }, ...credential };
		return new Replevin(options as ReplevinOptions);
	} catch (error) {
		const source = env.REPLEVIN_URL === url ? "REPLEVIN_URL" : "The address";
		throw new UsageError(messageOf(error).replace(/^baseUrl/, source));
	}
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
