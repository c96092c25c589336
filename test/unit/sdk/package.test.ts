/** sdk.md "The package": what npm would publish, checked by the tools of its readers, and used in an empty project. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { committedReport, ENTRIES } from "../../../scripts/sdk/build-sdk.ts";
import { packFolder } from "../../../scripts/sdk/pack-sdk.ts";
import { readmeModules } from "../../support/docs/sdk-readme.ts";
import {
	dryRunOfPublish,
	newProject,
	type PackedSdk,
	type Project,
	packSdk,
} from "../../support/sdk/packed-sdk.ts";
import { blocksOf, cellOf, readExampleBundle } from "../../support/signing/signing-document.ts";
import { recoveryAccountKey, signatures, vectorIntent } from "../../support/signing/vectors.ts";

const ROOT = join(import.meta.dirname, "../../..");
const KIB = 1024;

let packed: PackedSdk;
beforeAll(async () => {
	packed = await packSdk();
});
afterAll(() => packed?.remove());

describe("the package", () => {
	it("has the public surface of the committed report; `npm run build -w sdk` writes it", () => {
		expect(packed.report).toBe(committedReport());
	});

	it("would be published with its README, licence, types and command, and nothing else", async () => {
		const { name, size, files, notes } = await dryRunOfPublish(packed);
		expect(name).toBe("@replevin/sdk");
		expect(notes).toContain("with tag latest and public access");
		expect(notes).not.toContain("auto-corrected");
		expect(size).toBeLessThanOrEqual(192 * KIB);
		const paths = files.map(({ path }) => path);
		const others = paths.filter((path) => !/^dist\/.*(?:\.d\.ts|\.js)$/.test(path)).sort();
		expect(others).toEqual(["LICENSE", "README.md", "package.json"]);
		const entries = ENTRIES.flatMap((entry) => [`dist/${entry}.js`, `dist/${entry}.d.ts`]);
		expect(paths).toEqual(expect.arrayContaining(entries));
		expect(files.find(({ path }) => path === "dist/cli.js")?.mode).toBe(0o755);
		const { publishConfig, license, dependencies } = JSON.parse(
			readFileSync(join(packed.folder, "package.json"), "utf8"),
		);
		expect(publishConfig).toEqual({ access: "public", provenance: true });
		expect([license, Object.keys(dependencies)]).toEqual(["Apache-2.0", ["@noble/curves", "@noble/hashes"]]);
	});

	it("is never made without what is built", () => {
		const destination = join(packed.folder, "..");
		const { private: marked, ...manifest } = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
		expect(marked).toBe(true);
		const source = mkdtempSync(join(destination, "source-"));
		writeFileSync(join(source, "package.json"), JSON.stringify({ ...manifest, version: "9.9.9" }));
		expect(() => packFolder(source, destination)).toThrow("The package would lack dist/index.js");
		expect(existsSync(join(destination, "replevin-sdk-9.9.9.tgz"))).toBe(false);
	});

	it("has nothing that publint would change", async () => {
		const { messages } = await publint({ pkgDir: packed.folder, strict: true, pack: false });
		expect(messages).toEqual([]);
	});

	it("has types that every way of resolving modules finds, CommonJS apart", async () => {
		const data = createPackageFromTarballData(readFileSync(packed.tarball));
		const checked = await checkPackage(data);
		if (!checked.types) throw new Error("the package has no types");
		// Like the profile `esm-only`: Node 10 knows no `exports`, and CommonJS imports this package by import().
		const ignored = (problem: { kind: string; resolutionKind?: string }) =>
			problem.kind === "CJSResolvesToESM" || problem.resolutionKind === "node10";
		expect(checked.problems.filter((problem) => !ignored(problem))).toEqual([]);
	});

	// What a page or a Worker has to load: minified and gzipped, noble included.
	it.each([
		["index", 12],
		["webhooks", 2],
		["signing", 15],
		["evidence", 40],
		["archive", 42],
		["recovery-module", 30],
	])("has an entry %s of at most %d KiB", async (entry, budget) => {
		const { outputFiles, metafile } = await build({
			entryPoints: [join(packed.folder, "dist", `${entry}.js`)],
			...{ bundle: true, minify: true, format: "esm", target: "es2022", platform: "neutral" },
			...{ write: false, metafile: true, nodePaths: [join(ROOT, "node_modules")] },
		});
		const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
		expect(size).toBeLessThanOrEqual(budget * KIB);
		const packages = Object.keys(metafile.inputs).flatMap(
			(path) => /node_modules\/(@?[^/]+)/.exec(path)?.[1] ?? [],
		);
		const noble = ["@noble"];
		const expected = {
			index: [],
			webhooks: [],
			signing: noble,
			evidence: noble,
			archive: noble,
			"recovery-module": noble,
		}[entry];
		expect([...new Set(packages)]).toEqual(expected);
	});

	it("has a comment on every exported name and every method", () => {
		expect(undocumented(packed.report, packed.folder)).toEqual([]);
	});
});

/** Declarations without a comment in front. The text of a report names the files. */
function undocumented(report: string, folder: string): string[] {
	const paths = [...report.matchAll(/^\/\/ (?!service)(\S+\.d\.ts)$/gm)].flatMap(([, path]) => path ?? []);
	// Re-exports have their comments elsewhere; the standard describes a promise's methods.
	const declaration =
		/^(?:export (?:declare|type|interface) (?!\{)| {4}(?!readonly \[|#private|\[|then|catch|finally)\w.*\(.*;$)/;
	return paths.flatMap((path) => {
		const lines = readFileSync(join(folder, "dist", path), "utf8").split("\n");
		const isNamed = (line: string) => declaration.test(line) && !/^export type (?:\*|\{)/.test(line);
		return lines.flatMap((line, i) =>
			isNamed(line) && !lines[i - 1]?.endsWith("*/") ? [`${path}: ${line.trim()}`] : [],
		);
	});
}

describe("an empty project with the package", () => {
	let project: Project;
	beforeAll(async () => {
		project = await newProject(packed, join(packed.folder, "../project"));
	});

	const STRICT = {
		...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
		...{ module: "nodenext", target: "es2022", skipLibCheck: false, noEmit: true },
	};
	const types = (...names: string[]) => ({ types: names.map((name) => join(ROOT, "node_modules", name)) });

	it.each([
		["browsers", { lib: ["es2022", "dom", "dom.iterable"], types: [] }],
		["Node.js", { lib: ["es2022"], ...types("@types/node") }],
		["a bundler", { lib: ["es2022", "dom"], types: [], module: "esnext", moduleResolution: "bundler" }],
	])("compiles the README under strict, with the types of %s", async (_, options) => {
		for (const [i, text] of readmeModules(DECLARED).entries()) project.write(`readme-${i}.mts`, text);
		expect(await project.compile({ ...STRICT, ...options })).toBe("");
	});

	it("has the command replevin", async () => {
		project.write("intent.json", JSON.stringify(vectorIntent));
		const { version } = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
		expect((await project.run("node_modules/.bin/replevin", ["--version"])).trim()).toBe(version);
		const printed = await project.run("node_modules/.bin/replevin", ["hash", "intent.json", "--json"]);
		expect(JSON.parse(printed)).toMatchObject({ jrcHash: cellOf("jrcHash", "jrcHash") });
		project.write("claimant.key", recoveryAccountKey);
		chmodSync(join(project.folder, "claimant.key"), 0o600);
		const args = ["sign", "intent.json", "--key", "claimant.key"];
		expect((await project.run("node_modules/.bin/replevin", args)).trim()).toBe(signatures.newCase);
	});

	it("runs: a request, a webhook, typed data and evidence", async () => {
		const server = createServer((request, response) => {
			response.setHeader("Content-Type", "application/json");
			response.end(JSON.stringify({ data: [{ caseId: request.url }], nextCursor: null }));
		}).listen(0, "127.0.0.1");
		await new Promise((resolve) => server.once("listening", resolve));
		const { port } = server.address() as AddressInfo;
		const [keys = ""] = blocksOf("The head of a bundle", "json");
		const [vector = ""] = blocksOf("CourtOrder", "json");
		project.write("input.json", JSON.stringify({ bundle: readExampleBundle(), keys: JSON.parse(keys) }));
		project.write(
			"run.mjs",
			`import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
			import { inspect } from "node:util";
			import { ApiError, Replevin, WebhookVerificationError } from "@replevin/sdk";
			import { verify } from "@replevin/sdk/evidence";
			import { typedData } from "@replevin/sdk/signing";
			import { verifyWebhook } from "@replevin/sdk/webhooks";
			const { bundle, keys } = JSON.parse(readFileSync("input.json", "utf8"));
			const replevin = new Replevin({ baseUrl: process.env.BASE_URL, apiKey: "sk_a", apiSecret: "ss_b" });
			const [listed] = await replevin.cases.list({ limit: 1 }).toArray({ limit: 1 });
			const rejected = await verifyWebhook("{}", {}, "whsec_AAAA").catch((error) => error);
			console.log(JSON.stringify([
				listed.caseId,
				rejected instanceof WebhookVerificationError,
				typedData(${JSON.stringify(JSON.parse(vector).request)}).digest,
				(await verify(bundle, keys)).ok,
				inspect(new ApiError({ message: "Failed.", details: [] })).split(":")[0],
			]));`,
		);
		const printed = await project.run("run.mjs", [], { BASE_URL: `http://127.0.0.1:${port}` });
		server.close();
		expect(JSON.parse(printed)).toEqual([
			"/api/v1/recovery-cases?limit=1",
			true,
			JSON.parse(vector).digest,
			true,
			"ApiError",
		]);
	});
});

/** The names that the snippets of the README leave to their reader. */
const DECLARED = {
	process: "declare const process: { env: Record<string, string | undefined> };",
	console: "declare const console: { log(...given: unknown[]): void; error(...given: unknown[]): void };",
	account:
		'declare const account: import("@replevin/sdk").MessageSigner & { signTypedData(given: object): Promise<import("@replevin/sdk").Hex> };',
	replevin: 'declare const replevin: import("@replevin/sdk").Replevin;',
	baseUrl: "declare const baseUrl: string;",
	lostAccount: 'declare const lostAccount: import("@replevin/sdk").Hex;',
	bundleText: "declare const bundleText: string;",
	keys: "declare const keys: unknown;",
	body: 'declare const body: import("@replevin/sdk").NewCase;',
	client:
		"declare const client: { [Name in 'getCode' | 'sendTransaction' | 'waitForTransactionReceipt']: (given: object) => Promise<string | undefined> } & { call(given: object): Promise<{ data?: string | undefined }> };",
	safe: 'declare const safe: import("@replevin/sdk").Hex;',
	bySafe: "declare const bySafe: (calls: { to: string; value: string; data: string }[]) => Promise<void>;",
	reviewers: "declare const reviewers: { address: string; signTypedData(given: object): Promise<string> }[];",
	intent: 'declare const intent: import("@replevin/sdk").RecoveryIntent;',
};
