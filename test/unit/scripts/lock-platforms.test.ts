// sdk.md "The package".
import { describe, expect, test } from "vitest";
import { unverified } from "../../../scripts/lock-integrity.ts";
import {
	completePlatforms,
	type LockedPackages,
	lockFiles,
	problemsOf,
} from "../../../scripts/lock-platforms.ts";
import { platformOfPackage } from "../../../scripts/platform-of-package.ts";

describe("platformOfPackage", () => {
	test.each([
		["@cloudflare/workerd-darwin-64", { os: ["darwin"], cpu: ["x64"] }],
		["@cloudflare/workerd-windows-64", { os: ["win32"], cpu: ["x64"] }],
		["@foundry-rs/anvil-win32-amd64", { os: ["win32"], cpu: ["x64"] }],
		["@biomejs/cli-linux-arm64-musl", { os: ["linux"], cpu: ["arm64"], libc: ["musl"] }],
		["@oxc-parser/binding-linux-riscv64-gnu", { os: ["linux"], cpu: ["riscv64"], libc: ["glibc"] }],
		["@oxc-parser/binding-linux-arm-gnueabihf", { os: ["linux"], cpu: ["arm"] }],
		["@oxc-parser/binding-android-arm-eabi", { os: ["android"], cpu: ["arm"] }],
		["@img/sharp-linuxmusl-x64", { os: ["linux"], cpu: ["x64"], libc: ["musl"] }],
		["@rolldown/binding-win32-ia32-msvc", { os: ["win32"], cpu: ["ia32"] }],
		["fsevents", { os: ["darwin"] }],
	])("%s", (name, platform) => expect(platformOfPackage(name)).toEqual(platform));

	test("says nothing where the name does not", () => expect(platformOfPackage("left-pad")).toBeUndefined());
});

describe("completePlatforms", () => {
	const tool = (version: string) => ({
		version,
		dev: true,
		optionalDependencies: { "@tool/darwin-arm64": version, "@tool/linux-x64": version },
	});
	const binary = (version: string) => ({ version, os: ["linux"] as [string], cpu: ["x64"] as [string] });

	test("adds what is missing, once, beside its siblings and with the flags of its parent", () => {
		const lock: LockedPackages = {
			"": {},
			"node_modules/@tool/linux-x64": binary("1.0.0"),
			"node_modules/tool": tool("1.0.0"),
		};
		const { packages, added } = completePlatforms(lock);
		expect(added).toEqual(["node_modules/@tool/darwin-arm64"]);
		expect(JSON.parse(JSON.stringify(packages["node_modules/@tool/darwin-arm64"]))).toEqual({
			version: "1.0.0",
			cpu: ["arm64"],
			dev: true,
			optional: true,
			os: ["darwin"],
		});
		expect(completePlatforms(packages).added).toEqual([]);
	});

	test("puts a second version below the package that wants it", () => {
		const lock: LockedPackages = {
			"node_modules/@tool/darwin-arm64": binary("2.0.0"),
			"node_modules/@tool/linux-x64": binary("2.0.0"),
			"node_modules/old/node_modules/@tool/linux-x64": binary("1.0.0"),
			"node_modules/old/node_modules/tool": tool("1.0.0"),
			"node_modules/tool": tool("2.0.0"),
		};
		const { added } = completePlatforms(lock);
		expect(added).toEqual(["node_modules/old/node_modules/tool/node_modules/@tool/darwin-arm64"]);
	});
});

describe("the lock files", () => {
	const hash = `sha512-${"A".repeat(86)}==`;
	const lock = (...packages: Record<string, unknown>[]) =>
		JSON.stringify({
			packages: Object.fromEntries(packages.map((entry, index) => [`node_modules/tool-${index}`, entry])),
		});

	test("include those of the benchmarks' rivals", () => expect(lockFiles().length).toBeGreaterThan(2));

	test.each([
		["no hash", { version: "1.0.0" }],
		["a SHA-1", { version: "1.0.0", integrity: `sha1-${"A".repeat(27)}=` }],
		["a cut-off hash", { version: "1.0.0", integrity: hash.slice(0, -8) }],
		["two hashes, of which npm accepts either", { version: "1.0.0", integrity: `${hash} sha1-AAAA` }],
		["an optional package of another platform without one", { os: ["win32"], cpu: ["x64"], optional: true }],
	])("are rejected with %s", (_, entry) =>
		expect(problemsOf("bench/peers/x/package-lock.json", lock({ integrity: hash }, entry))).toEqual([
			"bench/peers/x/package-lock.json has no SHA-512 of node_modules/tool-1: see ADR 66",
		]),
	);

	test("are rejected with the address of a registry", () =>
		expect(problemsOf("x", lock({ integrity: hash, resolved: "https://registry.example/a.tgz" }))).toEqual([
			"x names a registry's address",
		]));

	test("need no hash of the project itself", () =>
		expect(unverified({ "": { version: "1.0.0" } })).toEqual([]));

	test("need no hash of a workspace and of the link to it", () =>
		expect(
			unverified({
				sdk: { version: "1.0.0" },
				"node_modules/@replevin/sdk": { resolved: "sdk", link: true },
			}),
		).toEqual([]));

	test.each([
		["leads to no workspace", { resolved: "../elsewhere", link: true }],
		["leads to a package", { resolved: "node_modules/tool", link: true }],
		["is none", { resolved: "sdk" }],
	])("are rejected with a link that %s", (_, entry) =>
		expect(
			unverified({
				sdk: {},
				"node_modules/tool": { integrity: hash },
				"node_modules/@replevin/sdk": entry,
			}),
		).toEqual(["node_modules/@replevin/sdk"]),
	);

	test("are rejected with a package of a workspace's own that has no hash", () =>
		expect(unverified({ "sdk/node_modules/tool": { version: "1.0.0" } })).toEqual(["sdk/node_modules/tool"]));
});
