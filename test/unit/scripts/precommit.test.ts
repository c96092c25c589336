import { execFileSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { installHook } from "../../../scripts/precommit/install-hook.ts";
import { planChecks } from "../../../scripts/precommit/plan.ts";
import { runChecks } from "../../../scripts/precommit/run-checks.ts";
import { readStagedFiles } from "../../../scripts/precommit/staged-files.ts";

const ROOT = join(import.meta.dirname, "../../..");

let root: string;
let shown: string;

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
const write = (path: string, text: string) => {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), text);
};
const commit = (message: string) =>
	git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--no-verify", "-qm", message);
const checkStaged = () => runChecks(root, planChecks(readStagedFiles(root)));

beforeEach(() => {
	// A git that runs these tests (a hook, a rebase) names its own repository in the environment.
	for (const name of Object.keys(process.env)) {
		if (name.startsWith("GIT_")) vi.stubEnv(name, undefined);
	}
	shown = "";
	vi.spyOn(console, "log").mockImplementation((line) => {
		shown += `${line}\n`;
	});
	root = mkdtempSync(join(tmpdir(), "replevin-precommit-"));
	git("init", "-q");
	symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
	write(".gitignore", "node_modules\n.wrangler\n");
	write("package.json", '{ "scripts": { "start": "node ." } }\n');
	write("biome.json", '{ "formatter": { "indentStyle": "tab" } }\n');
	const compilerOptions = { strict: true, noEmit: true, types: [], module: "esnext", target: "es2024" };
	write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
	write("test/tsconfig.json", JSON.stringify({ extends: "../tsconfig.json", include: ["."] }));
	write("src/a.ts", "export const a = 1;\n");
	write("README.md", "# Read me\n\n[b](docs/b.md)\n");
	write("docs/b.md", "# B\n");
	git("add", ".");
	commit("first");
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	rmSync(root, { recursive: true, force: true });
});

describe("reading the index", () => {
	it("lists changed and deleted files, with a rename as both, and no unstaged file", () => {
		write("src/new.ts", "export {};\n");
		renameSync(join(root, "docs/b.md"), join(root, "docs/c.md"));
		git("add", ".");
		write("src/a.ts", "export const a = 2;\n");
		expect(readStagedFiles(root)).toEqual({
			changed: ["docs/c.md", "src/new.ts"],
			deleted: ["docs/b.md"],
			partly: [],
		});
	});

	it("tells staged files that have further changes", () => {
		write("src/a.ts", "export const a = 2;\n");
		git("add", ".");
		write("src/a.ts", "export const a = 3;\n");
		expect(readStagedFiles(root).partly).toEqual(["src/a.ts"]);
	});
});

describe("planning checks", () => {
	const plan = (...changed: string[]) => planChecks({ changed, deleted: [] });
	const names = (...changed: string[]) => plan(...changed).types.map(({ name }) => name);

	it("checks the types of each staged project", () => {
		expect(names("src/a.ts")).toEqual(["types: worker"]);
		expect(names("scripts/test.ts", "durable/a.ts")).toEqual(["types: worker and scripts"]);
		expect(names("vitest.config.ts", "bench/run.ts")).toEqual(["types: scripts"]);
		expect(names("README.md", "wrangler.toml", "wasm/keccak/keccak.as.ts")).toEqual([]);
		expect(names("sdk/cli/run.ts")).toEqual(["types: SDK", "types: command line of the SDK"]);
	});

	it("checks the types of staged tests together with the worker and staged scripts", () => {
		const [check] = plan("src/a.ts", "scripts/b.ts", "test/unit/c.test.ts").types;
		expect(check).toMatchObject({
			include: expect.arrayContaining(["src", "durable"]),
			files: ["scripts/b.ts", "test/unit/c.test.ts"],
		});
		expect(plan("src/a.ts", "scripts/b.ts", "test/unit/c.test.ts").types).toHaveLength(1);
	});

	it("checks what remains of a project from which a file is deleted", () =>
		expect(planChecks({ changed: [], deleted: ["src/a.ts"] })).toMatchObject({
			lint: [],
			types: [{ project: "tsconfig.json" }],
			isDocsChecked: true,
		}));
});

describe("checking staged files", () => {
	it("passes a commit without faults", async () => {
		write("src/a.ts", "export const a = 2;\n");
		write("docs/b.md", "# B\n\n[read me](../README.md#read-me)\n");
		git("add", ".");
		expect(await checkStaged()).toBe(true);
		expect(shown).toMatch(/✓ types: worker.*/);
		expect(shown).toMatch(/✓ format and lint.*/);
		expect(shown).toMatch(/✓ links of documents.*/);
	});

	it("rejects a file that is not formatted", async () => {
		write("src/a.ts", "export const a   = 2\n");
		git("add", ".");
		expect(await checkStaged()).toBe(false);
		expect(shown).toMatch(/✗ format and lint[\s\S]*src\/a\.ts/);
	});

	it("rejects a wrong type, also in a file that is not staged", async () => {
		write("src/uses-a.ts", 'import { a } from "./a";\n\nexport const b: number = a;\n');
		git("add", ".");
		commit("second");
		write("src/a.ts", 'export const a = "1";\n');
		git("add", ".");
		expect(await checkStaged()).toBe(false);
		expect(shown).toMatch(/✗ types: worker[\s\S]*src\/uses-a\.ts/);
	});

	it("rejects a wrong type in a staged test", async () => {
		write("test/unit/a.test.ts", 'import { a } from "../../src/a";\n\nexport const b: string = a;\n');
		git("add", ".");
		expect(await checkStaged()).toBe(false);
		expect(shown).toMatch(/✗ types: staged files[\s\S]*test\/unit\/a\.test\.ts/);
		expect(existsSync(join(root, ".wrangler/tmp"))).toBe(true);
		expect(git("status", "--porcelain", "--ignored", ".wrangler")).toBe("");
	});

	it("rejects a link to a file that is deleted", async () => {
		git("rm", "-q", "docs/b.md");
		expect(await checkStaged()).toBe(false);
		expect(shown).toContain("README.md: the link docs/b.md leads nowhere");
	});
});

describe("installing the hook", () => {
	const hook = () => join(root, ".git/hooks/pre-commit");

	it("writes a hook that runs the command, and may be repeated", () => {
		expect(installHook(root)).toBe(hook());
		expect(installHook(root)).toBe(hook());
		expect(readFileSync(hook(), "utf8")).toContain("node scripts/bootstrap.mjs precommit");
	});

	it.skipIf(process.platform === "win32")("makes the hook executable for everyone", () => {
		installHook(root);
		expect(statSync(hook()).mode & 0o111).toBe(0o111);
	});

	it("leaves a hook alone that it did not write", () => {
		write(".git/hooks/pre-commit", "#!/bin/sh\necho mine\n");
		expect(() => installHook(root)).toThrow(/exists and was not installed by this command/);
		expect(readFileSync(hook(), "utf8")).toBe("#!/bin/sh\necho mine\n");
	});

	it("installs the shared hook from a worktree", () => {
		git("worktree", "add", "-q", "tree");
		expect(installHook(join(root, "tree"))).toBe(hook());
	});

	it("installs a hook that stops a commit with a fault, and none on a branch without the command", () => {
		installHook(root);
		write("src/a.ts", "export const a = 2;\n");
		const tryCommit = () => git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qam", "x");
		write("scripts/precommit.ts", "");
		write("scripts/bootstrap.mjs", "process.exit(process.argv[2] === 'precommit' ? 1 : 0);\n");
		expect(tryCommit).toThrow();
		rmSync(join(root, "scripts/precommit.ts"));
		expect(tryCommit).not.toThrow();
	});
});
