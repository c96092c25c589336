/**
 * Writes the module's ABI, creation code and address into a file that service and SDK share: `node
 * scripts/contracts/build.ts`. `--check` fails if the committed file differs and writes nothing. Compiler, settings and libraries are pinned, so every machine
 * writes the same.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCreate2Address, type Hex, keccak256, zeroHash } from "viem";
import { FACTORY } from "../chain/anvil.ts";
import { type Compiled, compile } from "./compile.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = "contracts/CourtRecoveryModule.sol";
const NAME = "CourtRecoveryModule";
const ARTIFACT = "src/protocol/recovery-module/court-recovery-module.ts";
const FORMATTER = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
const CHARACTERS_IN_LINE = 100;

/** @throws Error with the compiler's messages */
function compileModule(): Compiled {
	const compiled = compile(SOURCE)[NAME];
	if (compiled === undefined) throw new Error(`${SOURCE} has no contract ${NAME}`);
	return compiled;
}

/** The text of the generated file. */
function renderArtifact({ abi, creationCode }: Compiled): string {
	const address = getCreate2Address({ from: FACTORY, salt: zeroHash, bytecode: creationCode });
	return formatted(`/**
 * The contract CourtRecoveryModule: made by \`npm run generate\` from contracts/. NOT AUDITED. Its
 * creation code contains code of OpenZeppelin Contracts 5.7.0 (MIT).
 *
 * Over 300 lines, because the ABI and the creation code are data of one contract.
 */

/** The deterministic deployment proxy, which takes salt ‖ creation code. It has this address on every chain. */
export const deployerAddress = "${FACTORY}";
/** The module's address on every chain: CREATE2 by the proxy above, with a salt of zero. */
export const moduleAddress = "${address}";
/** What the deployer takes before the creation code. */
export const moduleSalt = "${zeroHash}";
/** keccak256 of the creation code. The code on a chain differs by chain, because it contains the chain's id. */
export const creationCodeHash = "${keccak256(creationCode)}";
/** The functions, events and errors of the module, for libraries such as viem. */
export const moduleAbi = ${JSON.stringify(abi.map(withoutInternalTypes))} as const;
/** What the deployer runs. The constructor takes no arguments. */
export const creationCode = /* @__PURE__ */ ["0x",
${linesOf(creationCode)}
].join("") as \`0x\${string}\`;
`);
}

/** Internal types are the compiler's notes, which no caller needs. */
function withoutInternalTypes<T>(value: T): T {
	const text = JSON.stringify(value, (key, part: unknown) => (key === "internalType" ? undefined : part));
	return JSON.parse(text);
}

function linesOf(code: Hex): string {
	const lines = code.slice(2).match(new RegExp(`.{1,${CHARACTERS_IN_LINE}}`, "g")) ?? [];
	return lines.map((line) => `\t"${line}",`).join("\n");
}

function formatted(text: string): string {
	const line = [FORMATTER, "format", `--stdin-file-path=${ARTIFACT}`];
	const { status, stdout, stderr } = spawnSync(process.execPath, line, {
		cwd: ROOT,
		input: text,
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`the artifact is not formatted: ${stderr}`);
	return stdout;
}

const text = renderArtifact(compileModule());
if (!process.argv.includes("--check")) writeFileSync(join(ROOT, ARTIFACT), text);
else if (readFileSync(join(ROOT, ARTIFACT), "utf8") !== text) {
	process.stderr.write(`${ARTIFACT} is not what ${SOURCE} gives. Run \`npm run generate\`.\n`);
	process.exitCode = 1;
}
