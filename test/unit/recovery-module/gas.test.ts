// recovery-module.md "Gas".
// What the module costs on a real Safe, beside OpenZeppelin's TimelockController as a module of the same Safe.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import timelockArtifact from "@openzeppelin/contracts/build/contracts/TimelockController.json" with {
	type: "json",
};
import {
	type Abi,
	type Address,
	encodeDeployData,
	encodeFunctionData,
	getAddress,
	type Hex,
	parseAbi,
	zeroAddress,
	zeroHash,
} from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safeAbi } from "../../../scripts/chain/safe.ts";
import { moduleAddress } from "../../../sdk/src/recovery-module/court-recovery-module.ts";
import { heir } from "../../support/chain/execution-chain.ts";
import { moduleContracts, transferOf } from "../../support/chain/module-contracts.ts";
import {
	addressesOf,
	DAY,
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

async function moduleGas(count: number) {
	const configuration = {
		...{ reviewers: addressesOf(reviewers), threshold: 2n, vetoers: [heir], delay: DAY, expiry: DAY },
	};
	const safe = await stage.newAccount(configuration);
	const intent = stage.intentOf(safe, ...(await transfersFrom(safe, count)));
	const schedule = await sendToModule(await stage.scheduleOf(intent, reviewers.slice(0, 2)));
	await stage.pass(DAY);
	return { schedule, execute: await sendToModule({ functionName: "execute", args: [intent] }) };
}

/** A timelock has one proposer in place of reviewers, and the Safe as the target of each call. */
async function timelockGas(count: number) {
	const { abi, bytecode } = timelockArtifact;
	const { deployer } = stage;
	const args = [DAY, [deployer.address], [zeroAddress], zeroAddress];
	const data = encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args });
	const hash = await stage.send(deployer, { data });
	const timelock = getAddress((await stage.client.getTransactionReceipt({ hash })).contractAddress ?? "0x");
	const safe = await stage.newSafe();
	await stage.exec(safe, {
		to: safe,
		data: encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [timelock] }),
	});
	const calls = await transfersFrom(safe, count);
	const batch = [
		calls.map(() => safe),
		calls.map(() => 0n),
		calls.map(({ dest, value, data }) =>
			encodeFunctionData({
				abi: safeAbi,
				functionName: "execTransactionFromModule",
				args: [dest, value, data, 0],
			}),
		),
		zeroHash,
		zeroHash,
	] as const;
	const schedule = encodeFunctionData({
		abi: timelockAbi,
		functionName: "scheduleBatch",
		args: [...batch, DAY],
	});
	const scheduled = await send(timelock, schedule);
	await stage.pass(DAY);
	const execute = encodeFunctionData({ abi: timelockAbi, functionName: "executeBatch", args: batch });
	return { schedule: scheduled, execute: await send(timelock, execute) };
}

test("costs what the table says, within two parts in a hundred", { timeout: 60_000 }, async () => {
	const rows: Record<string, { module: bigint; timelock: bigint }> = {};
	for (const count of [1, 5]) {
		const [module, timelock] = [await moduleGas(count), await timelockGas(count)];
		const calls = count === 1 ? "one transfer" : "five transfers";
		rows[`schedule ${calls}`] = { module: module.schedule, timelock: timelock.schedule };
		rows[`execute ${calls}`] = { module: module.execute, timelock: timelock.execute };
	}
	const table = gasTable();
	expect(table.map(([name]) => name)).toEqual(Object.keys(rows));
	const stated = table.flatMap(([, ...figures]) =>
		figures.map((figure) => Number(figure.replaceAll(",", ""))),
	);
	const measured = Object.values(rows).flatMap(({ module, timelock }) => [Number(module), Number(timelock)]);
	const isNear = (figure: number, i: number) => Math.abs(figure - (stated[i] ?? 0)) <= TOLERANCE * figure;
	expect(measured.every(isNear), `measured: ${measured}`).toBe(true);
});

/** The rows of the table in the document, without its head. */
function gasTable(): string[][] {
	const document = readFileSync(join(import.meta.dirname, "../../../docs/design/recovery-module.md"), "utf8");
	const section = document.split(/^## /m).find((text) => text.startsWith("Gas\n")) ?? "";
	const rows = [...section.matchAll(/^\| (.+) \|$/gm)].map(([, row = ""]) => row.split(" | "));
	return rows.slice(2);
}
