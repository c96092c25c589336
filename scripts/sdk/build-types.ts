/** The SDK's declarations: those of TypeScript that an entry reaches, with paths as in the package. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** An import or export of another file, as TypeScript writes it. */
const SPECIFIER = /(?<=\bfrom "|\bimport\(")(\.[^"]+)\.ts(?=")/g;

/** Contents by path below `dist`. @param entries names of files in sdk/src, without their ending */
export function buildTypes(entries: readonly string[]): Map<string, string> {
	const folder = mkdtempSync(join(tmpdir(), "sdk-types-"));
	try {
		compile(folder);
		const files = new Map<string, string>();
		const waiting = entries.map((entry) => `sdk/src/${entry}`);
		for (const path of waiting) {
			const place = placeOf(path);
			if (files.has(place)) continue;
			const text = readFileSync(join(folder, "out", `${path}.d.ts`), "utf8");
			files.set(
				place,
				text.replace(SPECIFIER, (_, target: string) => {
					const found = posix.join(posix.dirname(path), target);
					waiting.push(found);
					return importOf(place, placeOf(found));
				}),
			);
		}
		return files;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function compile(folder: string): void {
	const config = join(folder, "tsconfig.json");
	const options = {
		extends: join(ROOT, "sdk/tsconfig.json"),
		compilerOptions: {
			...{ noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true },
			...{ rootDir: ROOT, outDir: join(folder, "out") },
		},
		include: [join(ROOT, "sdk/src")],
	};
	mkdirSync(dirname(config), { recursive: true });
	writeFileSync(config, JSON.stringify(options));
	const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, "-p", config], { encoding: "utf8" });
	if (status !== 0) throw new Error(`The SDK's types could not be built:\n${stdout}${stderr}`);
}

/** `sdk/src/x` is `x.d.ts` in the package, and `src/protocol/x` of the service is `service/protocol/x.d.ts`. */
function placeOf(path: string): string {
	const place = path.startsWith("sdk/src/") ? path.slice("sdk/src/".length) : path.replace(/^src/, "service");
	return `${place}.d.ts`;
}

function importOf(from: string, to: string): string {
	const path = relative(dirname(from), to)
		.replaceAll("\\", "/")
		.replace(/\.d\.ts$/, ".js");
	return path.startsWith(".") ? path : `./${path}`;
}
