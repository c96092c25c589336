import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { testSecrets } from "./support/service/secrets.ts";
import { storedFiles } from "./support/storage/stored-files.ts";

// Where the plugin looks for required secrets before it warns that they are missing.
Object.assign(process.env, testSecrets);

const LIBRARIES = [
	"@hono/zod-validator",
	"ajv-formats",
	"ajv/dist/2020.js",
	"drizzle-orm",
	"drizzle-orm/d1",
	"drizzle-orm/errors",
	"drizzle-orm/sqlite-core",
	"fast-check",
	"hono",
	"hono/body-limit",
	"hono/cors",
	"hono/html",
	"hono/http-exception",
	"hono/router/trie-router",
	"hono/utils/html",
	"jose",
	"viem",
	"viem/account-abstraction",
	"viem/accounts",
	"viem/siwe",
	"zod",
];

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
				serviceBindings: { STORED_FILES: storedFiles() },
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
		// Each library in one piece: every file's runtime asks for its modules one by one, and viem has hundreds.
		deps: { optimizer: { ssr: { enabled: true, include: LIBRARIES } } },
		globalSetup: ["support/webhooks/provide-receiver.ts"],
		setupFiles: ["support/service/resolve-once.ts", "support/storage/begin-empty.ts"],
		// A hash of a password keeps a core busy, so much of a test's time is spent waiting for another file's.
		maxWorkers: 3,
		// Files share a runtime one after another, and each begins with empty storage (empty-storage.ts): a runtime
		// for each would load the Worker and compile the document's schemas dozens of times.
		isolate: false,
		sequence: { groupOrder: 1 },
		// On a machine that does other things as well, a test may take many times as long.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		// How long a condition may take to come true where three files share two cores.
		expect: { poll: { timeout: 60_000 } },
	},
});
