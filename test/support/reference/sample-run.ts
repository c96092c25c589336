/** Runs the samples of the reference as their readers would, each language in one process. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const run = promisify(execFile);

/** By operation id. */
export type Sources = ReadonlyMap<string, string>;

export type SampleFolder = ReturnType<typeof newSampleFolder>;

/** @param files by name, which samples upload */
export function newSampleFolder(files: Record<string, string>, env: Record<string, string>) {
	const folder = mkdtempSync(join(tmpdir(), "replevin-samples-"));
	for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents);
	installPackages(folder);
	const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
	const writeAll = (language: string, sources: Sources) => {
		mkdirSync(join(folder, language));
		return [...sources].map(([id, source]) => {
			const file = join(folder, language, `${id}.${language}`);
			writeFileSync(file, source);
			return file;
		});
	};
	return {
		folder,
		/** Runs them in order. @returns which failed, and what they printed; empty if none did */
		async curl(sources: Sources): Promise<string> {
			const files = writeAll("sh", sources);
			const script = files.map(
				(file) => `(. "${file}") > "${file}.out" 2>&1 || { echo "${file}"; cat "${file}.out"; }`,
			);
			return (await run("bash", ["-c", script.join("\n")], options)).stdout;
		},
		async typescript(sources: Sources): Promise<string> {
			const files = writeAll("ts", sources);
			const urls = files.map((file) => pathToFileURL(file).href);
			const main = `console.log = () => {};
				for (const url of ${JSON.stringify(urls)}) await import(url).catch((error) => console.error(url, error.message));`;
			return (await run(process.execPath, ["--input-type=module", "-e", main], options)).stderr;
		},
		async python(sources: Sources): Promise<string> {
			const files = writeAll("py", sources);
			const main = `import contextlib, io, runpy, sys
for path in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path(path)
        except (Exception, SystemExit) as error:
            print(path, error, file=sys.stderr)
`;
			return (await run("python3", ["-W", "ignore", "-c", main, ...files], options)).stderr;
		},
		/** @returns the problems that the compiler has with programs of JavaScript, by the same strict rules */
		async problemsOfJavaScript(programs: Record<string, string>): Promise<string> {
			const inside = join(folder, "js");
			mkdirSync(inside);
			for (const [name, source] of Object.entries(programs)) writeFileSync(join(inside, name), source);
			const compilerOptions = { ...STRICT.compilerOptions, allowJs: true, checkJs: true };
			writeFileSync(join(inside, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mjs"] }));
			return run(process.execPath, [TSC, "-p", inside], options).then(
				({ stdout }) => stdout,
				({ stdout }) => stdout,
			);
		},
		/** @returns the problems that the compiler or the interpreter has with the sources; empty if there are none */
		async problems(language: "sh" | "ts" | "py"): Promise<string> {
			const commands: Record<typeof language, [string, ...string[]]> = {
				sh: ["bash", "-c", "for file in sh/*.sh; do bash -n $file; done"],
				py: ["python3", "-m", "compileall", "-q", "py"],
				ts: [process.execPath, TSC, "-p", join(folder, "ts")],
			};
			if (language === "ts") {
				writeFileSync(join(folder, "ts/tsconfig.json"), JSON.stringify(STRICT));
			}
			const [file, ...args] = commands[language];
			return run(file, args, options).then(
				({ stdout, stderr }) => stdout + stderr,
				({ stdout, stderr }) => stdout + stderr,
			);
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** As strict as a project can be, so that samples compile in every project. */
const STRICT = {
	compilerOptions: {
		...{ target: "es2022", module: "nodenext", types: ["node"], noEmit: true },
		lib: ["es2023", "dom", "dom.iterable"],
		...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
		...{
			noUnusedLocals: true,
			allowImportingTsExtensions: true,
			skipLibCheck: true,
			moduleDetection: "force",
		},
	},
	include: ["*.ts"],
};

/** The SDK by its name, from its sources, and viem. */
function installPackages(folder: string): void {
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	const sdk = join(folder, "node_modules/@replevin/sdk");
	mkdirSync(sdk, { recursive: true });
	for (const name of ["@types", "viem"])
		symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
	symlinkSync(join(ROOT, "sdk/src"), join(sdk, "src"));
	const manifest = {
		name: "@replevin/sdk",
		type: "module",
		exports: { ".": "./src/index.ts", "./*": "./src/*.ts" },
	};
	writeFileSync(join(sdk, "package.json"), JSON.stringify(manifest));
}

/** Whether Python can run the samples. */
export async function hasPython(): Promise<boolean> {
	return run("python3", ["-c", "import requests"]).then(
		() => true,
		() => false,
	);
}
