// recovery-module.md "Gas".
// What the module costs on a real Safe, beside OpenZeppelin's TimelockController and a key as modules of such a Safe.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import timelockArtifact from "@openzeppelin/contracts/build/contracts/TimelockController.json" with {
	type: "json",
};
import {
	type Abi,
	type Address,
	encodeAbiParameters,
	encodeDeployData,
	encodeFunctionData,
	type Hex,
	keccak256,
	padHex,
	parseAbi,
	parseAbiParameters,
	zeroAddress,
	zeroHash,
} from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safeAbi } from "../../../scripts/chain/safe.ts";
import { moduleAddress } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { heir } from "../../support/chain/execution-chain.ts";
import { moduleContracts, transferOf } from "../../support/chain/module-contracts.ts";
import {
	addressesOf,
	DAY,
	jrcHashOf,
	type ModuleCall,
	type ModuleFunction,
	type ModuleStage,
	moduleData,
	type Reviewer,
	startModuleStage,
} from "../../support/chain/recovery-module.ts";

/** Figures may differ by this part: signatures and addresses have more or fewer zero bytes from run to run. */
const TOLERANCE = 0.02;

const OPERATION = "address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt";
const timelockAbi = parseAbi([
	`function scheduleBatch(${OPERATION}, uint256 delay)`,
	`function executeBatch(${OPERATION})`,
	"function cancel(bytes32 id)",
]);

let stage: ModuleStage;
let contracts: ReturnType<typeof moduleContracts>;
let reviewers: Reviewer[];
beforeAll(async () => {
	stage = await startModuleStage();
	contracts = moduleContracts(stage);
	reviewers = stage.newReviewers(3);
}, 60_000);
afterAll(() => stage?.stop());

async function gasOf(hash: Hex): Promise<bigint> {
	const { status, gasUsed } = await stage.client.getTransactionReceipt({ hash });
	expect(status).toBe("success");
	return gasUsed;
}
const send = async (to: Address, data: Hex) => gasOf(await stage.send(stage.deployer, { to, data }));
const sendToModule = (call: ModuleFunction) => send(moduleAddress, moduleData(call));

/** Transfers of a token each, of which the Safe and the heir keep some. */
async function transfersFrom(safe: Address, count: number): Promise<ModuleCall[]> {
	const calls: ModuleCall[] = [];
	while (calls.length < count) {
		const token = await contracts.token(safe, 1_000n);
		const mint = encodeFunctionData({
			abi: parseAbi(["function mint(address to, uint256 amount)"]),
			args: [heir, 1n],
		});
		await send(token, mint);
		calls.push(transferOf(token, heir, 10n));
	}
	return calls;
}

async function enableIn(safe: Address, module: Address): Promise<bigint> {
	const data = encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [module] });
	return gasOf(await stage.exec(safe, { to: safe, data }));
}

async function moduleGas(count: number) {
	const configuration = {
		...{ reviewers: addressesOf(reviewers), threshold: 2n, vetoers: [heir], delay: DAY, expiry: DAY },
	};
	const safe = await stage.newSafe();
	const install = await gasOf(await stage.enableAndConfigure(safe, configuration));
	const transfers = await transfersFrom(safe, count);
	const intent = stage.intentOf(safe, ...transfers);
	const schedule = await sendToModule(await stage.scheduleOf(intent, reviewers.slice(0, 2)));
	await stage.pass(DAY);
	const execute = await sendToModule({ functionName: "execute", args: [intent] });
	return { install, schedule, execute, ...(await vetoGas(safe, transfers)) };
}

/** Two votes against another recovery of the Safe. */
async function vetoGas(safe: Address, transfers: ModuleCall[]) {
	const intent = { ...stage.intentOf(safe, ...transfers), reasonForRecovery: "other" };
	await sendToModule(await stage.scheduleOf(intent, reviewers.slice(0, 2)));
	const veto = { functionName: "veto", args: [safe, jrcHashOf(intent)] } as const;
	const votes: bigint[] = [];
	for (const { address } of reviewers.slice(0, 2)) votes.push(await gasOf(await stage.call(veto, address)));
	const [delay, stop] = votes as [bigint, bigint];
	return { delay, stop };
}

/** A timelock has one proposer in place of reviewers. */
async function deployTimelock(): Promise<Address> {
	const { abi, bytecode } = timelockArtifact;
	const args = [DAY, [stage.deployer.address], [zeroAddress], zeroAddress];
	const data = encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args });
	return stage.deploy(data);
}

/** The Safe is the target of each of the timelock's calls. */
async function timelockGas(count: number) {
	const [timelock, safe] = [await deployTimelock(), await stage.newSafe()];
	const install = await enableIn(safe, timelock);
	const calls = await transfersFrom(safe, count);
	const batchOf = (salt: Hex) =>
		[calls.map(() => safe), calls.map(() => 0n), calls.map(bySafe), zeroHash, salt] as const;
	const scheduled = (salt: Hex) => send(timelock, encode("scheduleBatch", [...batchOf(salt), DAY]));
	const schedule = await scheduled(zeroHash);
	await stage.pass(DAY);
	const execute = await send(timelock, encode("executeBatch", batchOf(zeroHash)));
	const other = padHex("0x1");
	await scheduled(other);
	const id = keccak256(encodeAbiParameters(parseAbiParameters(OPERATION), batchOf(other)));
	return { install, schedule, execute, stop: await send(timelock, encode("cancel", [id])) };
}
const encode = (functionName: "scheduleBatch" | "executeBatch" | "cancel", args: readonly unknown[]): Hex =>
	encodeFunctionData({ abi: timelockAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0]);
const bySafe = ({ dest, value, data }: ModuleCall): Hex =>
	encodeFunctionData({
		abi: safeAbi,
		functionName: "execTransactionFromModule",
		args: [dest, value, data, 0],
	});

/** A key that the Safe has enabled as a module moves at once, one call in each transaction. */
async function keyGas(count: number) {
	const safe = await stage.newSafe();
	const install = await enableIn(safe, stage.deployer.address);
	let execute = 0n;
	for (const call of await transfersFrom(safe, count)) execute += await send(safe, bySafe(call));
	return { install, execute };
}

test("costs what the table says, within two parts in a hundred", { timeout: 60_000 }, async () => {
	const [one, five] = [await gasOfAll(1), await gasOfAll(5)];
	const measured = {
		install: one.map(({ install }) => install),
		"schedule one transfer": one.map(({ schedule }) => schedule),
		"schedule five transfers": five.map(({ schedule }) => schedule),
		"veto by the first reviewer, which delays": one.map(({ delay }) => delay),
		"veto by the last reviewer needed, which stops": one.map(({ stop }) => stop),
		"execute one transfer": one.map(({ execute }) => execute),
		"execute five transfers": five.map(({ execute }) => execute),
	};
	const table = gasTable();
	expect(table.map(([name]) => name)).toEqual(Object.keys(measured));
	const stated = table.flatMap(([, ...figures]) => figures.map(figureOf));
	const figures = Object.values(measured).flat();
	const isNear = (figure: bigint | undefined, i: number) =>
		figure === undefined
			? stated[i] === undefined
			: Math.abs(Number(figure) - (stated[i] ?? 0)) <= TOLERANCE * Number(figure);
	expect(figures.every(isNear), `measured: ${figures}`).toBe(true);
});

type Gas = { install: bigint; execute: bigint; schedule?: bigint; delay?: bigint; stop?: bigint };
const gasOfAll = async (count: number): Promise<Gas[]> => [
	await moduleGas(count),
	await timelockGas(count),
	await keyGas(count),
];
const figureOf = (text: string): number | undefined =>
	text === "-" ? undefined : Number(text.replaceAll(",", ""));

/** The rows of the table in the document, without its head. */
function gasTable(): string[][] {
	const document = readFileSync(join(import.meta.dirname, "../../../docs/design/recovery-module.md"), "utf8");
	const section = document.split(/^## /m).find((text) => text.startsWith("Gas\n")) ?? "";
	const rows = [...section.matchAll(/^\| (.+) \|$/gm)].map(([, row = ""]) => row.split(" | "));
	return rows.slice(2);
}
