/** A failed query or storage call. Callers receive SERVICE_UNAVAILABLE. */
export class StorageError extends Error {
	/**
	 * @param what the query for the log, as in `insert developer`
	 * @param said the database's message, without values of the query
	 */
	constructor(what: string, said: string) {
		super(`D1 failed to ${what}: ${said}`);
		this.name = "StorageError";
	}
}
