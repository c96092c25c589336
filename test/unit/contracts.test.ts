// The bytecode of the tests' contracts is what the compiler makes of their sources (signatures.md "Messages").
import { readFileSync } from "node:fs";
import { join } from "node:path";
import solc from "solc";
import { expect, it } from "vitest";
import * as z from "zod";
import { jrcHashBytecode } from "../support/chain/contracts/jrc-hash.ts";
import { testAccountBytecode, testTokenBytecode } from "../support/chain/contracts/test-account.ts";
import { testWalletBytecode } from "../support/chain/contracts/test-wallet.ts";

const FOLDER = join(import.meta.dirname, "../support/chain/contracts");
const COMPILE_LIMIT_MS = 120_000;

const output = z.object({
	contracts: z.record(
		z.string(),
		z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
	),
});

/** Creation code by the contract's name. */
function compile(files: readonly string[]): Record<string, string> {
	const sources = files.map((file) => [file, { content: readFileSync(join(FOLDER, file), "utf8") }]);
	const input = {
		language: "Solidity",
		sources: Object.fromEntries(sources),
		settings: {
			optimizer: { enabled: true, runs: 200 },
			evmVersion: "paris",
			metadata: { appendCBOR: false },
			outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
		},
	};
	const { contracts } = output.parse(JSON.parse(solc.compile(JSON.stringify(input))));
	return Object.fromEntries(
		Object.values(contracts).flatMap((ofFile) =>
			Object.entries(ofFile).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
		),
	);
}

it(
	"each contract's bytecode is compiled from the source beside it",
	() => {
		expect(compile(["test-account.sol", "test-wallet.sol", "jrc-hash.sol"])).toEqual({
			TestAccount: testAccountBytecode,
			TestToken: testTokenBytecode,
			TestWallet: testWalletBytecode,
			JrcHash: jrcHashBytecode,
		});
	},
	COMPILE_LIMIT_MS,
);
