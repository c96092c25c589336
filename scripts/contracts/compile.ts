/** Compiles Solidity with the packaged solc. The same sources give the same bytes on every machine. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import solc, { type ImportedSource } from "solc";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Without metadata, comments and paths do not change the bytes. The EVM version is the oldest one that has the
 * instructions of OpenZeppelin Contracts 5.7 (MCOPY, TLOAD).
 */
const SETTINGS = {
	optimizer: { enabled: true, runs: 10_000 },
	evmVersion: "cancun",
	metadata: { appendCBOR: false },
} as const;

const parameter = z.looseObject({ name: z.string(), type: z.string() });
const abiItem = z.looseObject({
	type: z.string(),
	name: z.string().optional(),
	inputs: z.array(parameter).optional(),
});
const contract = z.object({
	abi: z.array(abiItem),
	evm: z.object({ bytecode: z.object({ object: z.string() }) }),
});
const diagnostic = z.object({
	severity: z.enum(["error", "warning", "info"]),
	formattedMessage: z.string(),
	sourceLocation: z.object({ file: z.string() }).optional(),
});
const output = z.object({
	errors: z.array(diagnostic).default([]),
	contracts: z.record(z.string(), z.record(z.string(), contract)).default({}),
});

export type Compiled = {
	readonly abi: readonly z.infer<typeof abiItem>[];
	readonly creationCode: `0x${string}`;
};

/** A source of the repository, or of a package. */
function readSource(path: string): ImportedSource {
	const file = [join(ROOT, path), join(ROOT, "node_modules", path)].find(existsSync);
	return file === undefined ? { error: "no such file" } : { contents: readFileSync(file, "utf8") };
}

/** An error, or a warning in a source of the repository. */
const isProblem = ({ severity, sourceLocation }: z.infer<typeof diagnostic>): boolean =>
	severity === "error" || (severity === "warning" && !sourceLocation?.file.startsWith("@"));

/**
 * Compiles one file of the repository, with everything that it imports.
 * @param path from the root of the repository
 * @returns the contracts of this file by name
 * @throws Error with the compiler's messages, also for a warning in the repository's own sources, such as of code that is
 * too long for a chain (EIP-170)
 */
export function compile(path: string): Record<string, Compiled> {
	const source = readSource(path);
	if ("error" in source) throw new Error(`${path}: ${source.error}`);
	const input = {
		language: "Solidity",
		sources: { [path]: { content: source.contents } },
		settings: {
			...SETTINGS,
			outputSelection: { [path]: { "*": ["abi", "evm.bytecode.object"] } },
		},
	};
	const { errors, contracts } = output.parse(
		JSON.parse(solc.compile(JSON.stringify(input), { import: readSource })),
	);
	const problems = errors.filter(isProblem);
	if (problems.length > 0)
		throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join("\n"));
	return Object.fromEntries(
		Object.entries(contracts[path] ?? {}).map(([name, { abi, evm }]) => [
			name,
			{ abi, creationCode: `0x${evm.bytecode.object}` },
		]),
	);
}
