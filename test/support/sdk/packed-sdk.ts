/** The package of the SDK as npm would publish it, and an empty project that installs it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { npmCommand } from "../../../scripts/bootstrap/install.mjs";
import { reportOf } from "../../../scripts/sdk/build-sdk.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const run = promisify(execFile);

export type PackedSdk = {
	/** The package's files. */
	folder: string;
	/** The `.tgz`. */
	tarball: string;
	report: string;
	remove(): void;
};

/** By the command of the documents. */
export async function packSdk(): Promise<PackedSdk> {
	const temporary = mkdtempSync(join(tmpdir(), "sdk-package-"));
	const { stdout } = await run(process.execPath, ["scripts/bootstrap.mjs", "pack-sdk", temporary], {
		cwd: ROOT,
	});
	const [, tarball = ""] = /^Packed (.+)$/m.exec(stdout) ?? [];
	await run("tar", ["-xzf", tarball], { cwd: temporary });
	// npm puts all files below this name.
	const folder = join(temporary, "package");
	const types = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".d.ts"))
		.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, "dist", path), "utf8")] as const);
	const remove = () => rmSync(temporary, { recursive: true, force: true });
	return { folder, tarball, report: reportOf(new Map(types)), remove };
}

/** What `npm publish` would send, and what it says about it. Asks no registry. */
export async function dryRunOfPublish({ folder }: PackedSdk) {
	const args = ["publish", "--dry-run", "--json", "--ignore-scripts", "--offline"];
	const { stdout, stderr } = await npm(folder, ...args);
	const plan = Object.values(JSON.parse(stdout))[0] as {
		name: string;
		size: number;
		files: { path: string; mode: number }[];
	};
	return { ...plan, notes: stderr };
}

export type Project = {
	folder: string;
	write(name: string, text: string): void;
	/** The compiler's output; empty if it has nothing to say. */
	compile(options: object): Promise<string>;
	/** Runs a file, and resolves to what it printed. */
	run(file: string, args?: string[], env?: Record<string, string>): Promise<string>;
};

/** An empty project with the package from its tarball, and noble from this machine: no network is needed. */
export async function newProject({ tarball }: PackedSdk, folder: string): Promise<Project> {
	mkdirSync(folder);
	const noble = (name: string) => [`@noble/${name}`, `file:${join(ROOT, "node_modules/@noble", name)}`];
	const dependencies = Object.fromEntries([
		["@replevin/sdk", `file:${tarball}`],
		...["curves", "hashes"].map(noble),
	]);
	const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
	write("package.json", JSON.stringify({ type: "module", private: true, dependencies }));
	await npm(folder, "install", "--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund");
	return {
		folder,
		write,
		async compile(options) {
			write("tsconfig.json", JSON.stringify({ compilerOptions: options }));
			const compiled = run(process.execPath, [TSC, "-p", folder], { cwd: folder });
			return compiled.then(({ stdout }) => stdout).catch(({ stdout }) => String(stdout));
		},
		run: async (file, args = [], env = {}) =>
			(await run(process.execPath, [file, ...args], { cwd: folder, env: { ...process.env, ...env } })).stdout,
	};
}

async function npm(cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
	const {
		file,
		args: first = [],
		shell = false,
	} = npmCommand() as { file: string; args?: string[]; shell?: boolean };
	return run(file, [...first, ...args], { cwd, shell });
}
