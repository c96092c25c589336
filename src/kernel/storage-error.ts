/** A database that could not do what it was asked: an outage for the caller, never the caller's fault. */
export class StorageError extends Error {
	/**
	 * @param what names the query for the log, as in `insert developer`
	 * @param said what the database itself said; holds no value of the query
	 */
	constructor(what: string, said: string) {
		super(`D1 failed to ${what}: ${said}`);
		this.name = "StorageError";
	}
}
