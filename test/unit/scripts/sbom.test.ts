// architecture.md "Running it".
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nameOf } from "../../../scripts/lock-integrity.ts";
import { writeSbom } from "../../../scripts/operator/sbom.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const folder = mkdtempSync(join(tmpdir(), "sbom-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Component {
	name: string;
	version: string;
	properties?: { name: string; value: string }[];
	hashes?: { alg: string; content: string }[];
}

let sbom: { bomFormat: string; metadata: { component: { name: string } }; components: Component[] };
beforeAll(() => {
	sbom = read(writeSbom(ROOT, join(folder, "new", "sbom.cdx.json")));
});

it("names every locked package, of every platform, with the SHA-512 that npm compares", () => {
	const { packages } = read(join(ROOT, "package-lock.json")) as {
		packages: Record<string, { version: string; integrity: string; link?: boolean }>;
	};
	const locked = Object.entries(packages)
		// The workspace and the link to it are no packages of the registry.
		.filter(([path, { link }]) => path.includes("node_modules/") && !link)
		.map(([path, { version, integrity }]) => {
			const hash = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
			return `${nameOf(path)} ${version} ${hash}`;
		});
	const listed = sbom.components.map(
		({ name, version, hashes }) =>
			`${name} ${version} ${hashes?.find(({ alg }) => alg === "SHA-512")?.content}`,
	);
	expect(listed.length).toBeGreaterThan(100);
	expect(new Set(listed)).toEqual(new Set(locked));
});

it("tells the Worker's libraries from development tools", () => {
	const { dependencies, devDependencies } = read(join(ROOT, "package.json"));
	const isForDevelopment = ([wanted, locked]: [string, string]) =>
		sbom.components
			.find(({ name, version }) => name === wanted && version === locked)
			?.properties?.some(({ name }) => name === "cdx:npm:package:development") ?? false;
	const entries = (list: Record<string, string>) => Object.entries(list);
	expect(entries(dependencies).filter(isForDevelopment)).toEqual([]);
	// Some tools are optional peers of a library, so npm marks them as optional.
	const tools = entries(devDependencies).filter(isForDevelopment);
	expect(tools.map(([name]) => name)).toEqual(expect.arrayContaining(["vitest", "wrangler", "knip"]));
});

it("names the project, whatever the folder is called", () => {
	expect(sbom.bomFormat).toBe("CycloneDX");
	expect(sbom.metadata.component.name).toBe("replevin");
});
