/**
 * Drizzle puts the values of a failed query into its error's message. Here they are e-mail addresses and
 * hashes, which must reach no log, so only what D1 itself said goes on.
 */
import { DrizzleQueryError } from "drizzle-orm/errors";
import { StorageError } from "../kernel/storage-error.ts";

/**
 * @param what names the query for the log, as in `insert developer`
 * @throws StorageError, which the caller of the service sees as SERVICE_UNAVAILABLE
 */
export async function sealedQuery<T>(what: string, query: PromiseLike<T>): Promise<T> {
	try {
		return await query;
	} catch (error) {
		const said = error instanceof DrizzleQueryError ? error.cause : error;
		throw new StorageError(what, said instanceof Error ? said.message : "no reason given");
	}
}
