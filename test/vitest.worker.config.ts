import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject, type Plugin } from "vitest/config";
import { buildPages } from "../scripts/pages/kept-pages.ts";
import { testSecrets } from "./support/service/secrets.ts";
import { storedFiles } from "./support/storage/stored-files.ts";

// The plugin looks here for required secrets, and warns about missing ones.
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

await buildPages(join(import.meta.dirname, ".."));

/**
 * The modules that are loaded on demand, as the build has made them. They are imported at the start, because parallel requests would share
 * vitest's promise of a dynamic import, and a request cannot wait for a promise of another.
 */
const builtModules: Plugin = {
	name: "built-modules",
	enforce: "pre",
	transform(code, id) {
		const [, path] = BUILT.find(([loader]) => id.endsWith(loader)) ?? [];
		if (path === undefined) return;
		if (!code.includes("import(name)")) throw new Error(`${id} does not import its module as expected`);
		const loaded = code.replace("import(name)", "Promise.resolve(builtModule)");
		return `import * as builtModule from "${path}";\n${loaded}`;
	},
};
const BUILT = [
	["/src/web/pages-module.ts", "../../build/pages/pages.mjs"],
	["/src/developers/passkeys/webauthn-module.ts", "../../../build/pages/webauthn.mjs"],
	["/src/archives/zip-module.ts", "../../build/pages/zip.mjs"],
	["/src/developers/passwords/listed-passwords-module.ts", "../../../build/pages/passwords.mjs"],
] as const;

export default defineProject({
	// The tests of the OpenAPI document need its texts, which the bundle lacks (kernel/doc.ts).
	define: { BUNDLED: "undefined" },
	plugins: [
		builtModules,
		cloudflareTest(async () => ({
			wrangler: { configPath: "../wrangler.toml" },
			miniflare: {
				bindings: {
					...testSecrets,
					// The webhook tests' receiver runs on this machine.
					ALLOW_LOCAL_WEBHOOKS: "true",
					TEST_MIGRATIONS: await readD1Migrations("migrations"),
				},
				serviceBindings: { STORED_FILES: storedFiles() },
				// The contract tests make hundreds of calls with one key.
				ratelimits: {
					CREDENTIAL_RATE_LIMIT: { namespace_id: "1003", simple: { limit: 100_000, period: 60 } },
				},
			},
		})),
	],
	test: {
		name: "worker",
		// With vitest's cache of modules, the plugin sends every module again for each test file: 13 MB a file.
		fsModuleCache: false,
		include: ["worker/**/*.test.ts", "contract/**/*.test.ts"],
		// Bundles each library, because a runtime fetches modules one by one, and viem has hundreds.
		deps: { optimizer: { ssr: { enabled: true, include: LIBRARIES } } },
		globalSetup: ["support/webhooks/provide-receiver.ts"],
		setupFiles: [
			"support/service/resolve-once.ts",
			"support/storage/begin-empty.ts",
			"support/storage/explain-statements.ts",
		],
		// More files than cores, because tests spend much time waiting for another file's password hash.
		maxWorkers: 4,
		// Files share a runtime, one after another, and each begins with empty storage (empty-storage.ts). A runtime
		// per file would load the Worker and compile the document's schemas dozens of times.
		isolate: false,
		sequence: { groupOrder: 1 },
		// The runtime prints logs itself. A log that vitest takes over from the end of a request may never be sent, and
		// then vitest waits for ever (cloudflare/workers-sdk issue 15719).
		disableConsoleIntercept: true,
		// On a busy machine, a test may take many times as long.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: {
			requireAssertions: true,
			// A condition becomes true more slowly when three files share two cores.
			poll: { timeout: 60_000 },
		},
	},
});
