import { DrizzleQueryError } from "drizzle-orm/errors";
import { StorageError } from "../kernel/errors/storage-error.ts";

/**
 * Passes on D1's own message only, because Drizzle's contain values.
 * @param what describes the query for the log, as in `insert developer`
 * @throws StorageError, which callers receive as SERVICE_UNAVAILABLE
 */
export async function sealedQuery<T>(what: string, query: PromiseLike<T>): Promise<T> {
	try {
		return await query;
	} catch (error) {
		const said = error instanceof DrizzleQueryError ? error.cause : error;
		throw new StorageError(what, said instanceof Error ? said.message : "no reason given");
	}
}
