// hosted-app.md "How it hangs together".
/** What is uploaded stays small, and quick to start. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { unstable_readConfig } from "wrangler";
import * as z from "zod";
import { buildWorker } from "../../scripts/start/build.ts";
import { EVIDENCE_FORMAT } from "../../src/protocol/evidence/evidence-format.ts";
import { testSecrets } from "../support/service/secrets.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILD_LIMIT_MS = 120_000;
const KIB = 1024;
/** Every isolate loads and compiles this much before it responds to anything. */
const COUNTED_LIMIT_KIB = 300;
/** With the module that is instantiated when the first signature is recovered. */
const TOTAL_LIMIT_KIB = 408;
/** An isolate loads it when a page is first requested. */
const PAGES_LIMIT_KIB = 250;
/** An isolate loads it when a passkey is first used. */
const WEBAUTHN_LIMIT_KIB = 100;
/** An isolate loads it when a new password is first chosen. */
const PASSWORDS_LIMIT_KIB = 340;
/** An isolate loads it when an archive is first asked for. */
const ZIP_LIMIT_KIB = 8;

let built: ReturnType<typeof buildWorker> | undefined;
const worker = () => {
	built ??= buildWorker(ROOT, "src/worker.ts", () => {});
	return built;
};

it(
	"the Worker, gzipped, is within its budget, and made of the modules that the budget knows",
	async () => {
		const modules = await worker();
		const sizes = modules.map(({ path, contents }) => ({
			name: path.replace(/^[0-9a-f]{40}-/, ""),
			kib: gzipSync(contents).length / KIB,
		}));
		expect(sizes.map(({ name }) => name).sort()).toEqual([
			"argon2id.wasm",
			"keccak.wasm",
			"pages.mjs",
			"passwords.mjs",
			"secp256k1.wasm",
			"webauthn.mjs",
			"worker.js",
			"zip.mjs",
		]);
		const script = modules.find(({ path }) => path.endsWith("worker.js"))?.contents;
		// It issues evidence and verifies none: neither do the schemas of the verifier belong to it.
		expect(String(script).includes(EVIDENCE_FORMAT)).toBe(true);
		expect(String(script)).not.toContain("names nobody who can move a case");
		// Only the OpenAPI document shows them (kernel/doc.ts).
		expect(String(script)).not.toMatch(/\b(?:description|summary):"/);
		// One character outside of ASCII makes every other take two bytes in the engine, and longer to compile.
		expect([...String(script)].filter((character) => character > "\x7f")).toEqual([]);
		const total = sizes.reduce((sum, { kib }) => sum + kib, 0);
		const kibOf = (wanted: string) => sizes.find(({ name }) => name === wanted)?.kib ?? 0;
		expect(kibOf("pages.mjs")).toBeLessThanOrEqual(PAGES_LIMIT_KIB);
		expect(kibOf("webauthn.mjs")).toBeLessThanOrEqual(WEBAUTHN_LIMIT_KIB);
		expect(kibOf("passwords.mjs")).toBeLessThanOrEqual(PASSWORDS_LIMIT_KIB);
		expect(kibOf("zip.mjs")).toBeLessThanOrEqual(ZIP_LIMIT_KIB);
		const lazy = ["pages.mjs", "webauthn.mjs", "passwords.mjs", "zip.mjs"];
		const onDemand = lazy.reduce((sum, name) => sum + kibOf(name), 0);
		expect(total - onDemand - kibOf("secp256k1.wasm")).toBeLessThanOrEqual(COUNTED_LIMIT_KIB);
		expect(total - onDemand).toBeLessThanOrEqual(TOTAL_LIMIT_KIB);
		console.log(sizes.map(({ name, kib }) => `${name} ${kib.toFixed(1)} KiB`).join(", "));
	},
	BUILD_LIMIT_MS,
);

it(
	"an isolate builds no schema and loads no locale before a request needs it: not when it starts, and not for the settings",
	async () => {
		const entry = (await worker()).find(({ path }) => path.endsWith("worker.js"));
		const schemas: unknown[] = [];
		// The first formatted number loads its locale, which takes 8 ms.
		const formatNumber = vi.spyOn(Number.prototype, "toLocaleString");
		// Told of every schema, by every copy of zod there is: they share one configuration.
		z.config({ postProcessor: (schema) => schemas.push(schema) });
		try {
			const { default: handler } = await import(inNode(String(entry?.contents)));
			const { vars } = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
			const ask = (settings: object) =>
				handler.fetch(new Request("https://a.test/.well-known/jwks.json"), { ...vars, ...settings }, {});
			expect((await ask(testSecrets)).status).toBe(200);
			expect(schemas).toEqual([]);
			expect(formatNumber).not.toHaveBeenCalled();
			// One would be seen: this setting alone has a schema.
			await ask({ ...testSecrets, RECOVERY_AGENTS: "[]" });
			expect(schemas).not.toEqual([]);
		} finally {
			formatNumber.mockRestore();
			z.config({ postProcessor: undefined });
		}
	},
	BUILD_LIMIT_MS,
);

/** The script as a module that Node can import: without the platform, and without WebAssembly, which a start must not need either. */
function inNode(script: string): string {
	const platform = moduleOf("export class DurableObject {} export const waitUntil = () => {};");
	const wasm = moduleOf("export default undefined;");
	return moduleOf(
		script
			.replaceAll('from"cloudflare:workers"', `from"${platform}"`)
			.replaceAll(/from"[^"]*\.wasm"/g, `from"${wasm}"`),
	);
}

const moduleOf = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
