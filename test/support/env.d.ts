declare namespace Cloudflare {
	interface Env {
		TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
		STORED_FILES: Fetcher;
	}
}
