import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { testSecrets } from "./support/secrets.ts";

// Where the plugin looks for required secrets before it warns that they are missing.
Object.assign(process.env, testSecrets);

export default defineProject({
	plugins: [
		cloudflareTest(async () => ({
			wrangler: { configPath: "../wrangler.toml" },
			miniflare: {
				bindings: {
					...testSecrets,
					// The receiver of the webhook tests is on this machine.
					ALLOW_LOCAL_WEBHOOKS: "true",
					TEST_MIGRATIONS: await readD1Migrations("migrations"),
				},
				// Hundreds of calls with one key are what the contract tests are made of.
				ratelimits: {
					CREDENTIAL_RATE_LIMIT: { namespace_id: "1003", simple: { limit: 100_000, period: 60 } },
				},
			},
		})),
	],
	test: {
		name: "worker",
		include: ["worker/**/*.test.ts", "contract/**/*.test.ts"],
		globalSetup: ["support/provide-receiver.ts"],
		setupFiles: ["support/apply-migrations.ts"],
		// A hash of a password keeps a core busy, so much of a test's time is spent waiting for another file's.
		maxWorkers: 4,
		// Files share a runtime one after another, and each begins with empty storage (apply-migrations.ts): a runtime
		// for each would load the Worker and compile the document's schemas dozens of times.
		isolate: false,
		sequence: { groupOrder: 1 },
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// How long a condition may take to come true where four files share two cores.
		expect: { poll: { timeout: 20_000 } },
	},
});
