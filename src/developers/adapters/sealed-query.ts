/**
 * Drizzle puts the values of a failed query into its error's message. Here they are e-mail addresses and
 * hashes, which must reach no log, so only what D1 itself said goes on.
 */
import { DrizzleQueryError } from "drizzle-orm/errors";

/** @param what names the query for the log, as in `insert developer` */
export async function sealedQuery<T>(what: string, query: PromiseLike<T>): Promise<T> {
	try {
		return await query;
	} catch (error) {
		const said = error instanceof DrizzleQueryError ? error.cause : error;
		throw new Error(`D1 failed to ${what}: ${said instanceof Error ? said.message : "no reason given"}`);
	}
}
