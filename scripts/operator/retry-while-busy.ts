/** Repeats a query of the local database while the service writes to it. */

/** D1 reports a concurrent writer either as SQLite's lock or, between two statements, as a missing commit token. */
const BUSY = /database is locked|SQLITE_BUSY|failed to get session commit token/i;

const ATTEMPTS = 5;
const WAIT_MS = 500;

/** @throws the last error, if every attempt met another writer, or at once an error of another kind */
export async function retryWhileBusy<T>(query: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await query();
		} catch (error) {
			if (attempt === ATTEMPTS || !BUSY.test(String(error))) throw error;
		}
		await new Promise((done) => setTimeout(done, waitMs));
	}
}
