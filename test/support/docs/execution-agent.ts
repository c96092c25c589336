// Runs the execution agent of the guide of court orders against a service and a chain of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Address, encodeFunctionData } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { execTransactionOf, safeAbi } from "../../../scripts/chain/safe.ts";
import { until } from "../../../scripts/until.ts";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { keyPairHeaders } from "../auth/credentials.ts";
import { lost, transferData } from "../chain/execution-chain.ts";
import { decide, type Filed, fileCase } from "../chain/execution-service.ts";
import { startProofStage } from "../chain/proof-stage.ts";
import { issueKey, partnerAt, registerDeveloper } from "../service/service-client.ts";

/**
 * Files a case whose order is verified and one whose order is not, and runs the agent until the first is executed.
 *
 * @param cwd has agent.mjs
 */
export async function runExecutionAgent(cwd: string) {
	const stage = await startProofStage();
	try {
		const { chain, service } = stage;
		const key = generatePrivateKey();
		const agent = privateKeyToAccount(key);
		await chain.fund(agent);
		const newSafe = async (): Promise<Address> => {
			const safe = await stage.newSafe();
			const data = encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [agent.address] });
			await chain.send(lost, { to: safe, data: execTransactionOf(lost.address, { to: safe, data }) });
			return safe;
		};
		const newCase = async () => ({
			lostAccount: await newSafe(),
			chainId: chain.chainId,
			txs: [1n, 2n].map((amount) => ({ dest: chain.token, value: "0", data: transferData(amount) })),
		});
		const keys = await issueKey(service.url, await registerDeveloper(service.url));
		const partner = partnerAt(service.url, keyPairHeaders(keys));
		const unverified = await fileCase(partner, await newCase());
		const verified = await fileCase(partner, await newCase());
		await decide(service.url, service.reviewer, verified, "verify_order");
		const output = await runUntil(`${verified.caseId} executed`, cwd, {
			REPLEVIN_URL: service.url,
			REPLEVIN_API_KEY: keys.apiKey,
			REPLEVIN_API_SECRET: keys.apiSecret,
			AGENT_KEY: key,
			RPC_URL: chain.url,
		});
		const read = async ({ caseId }: Filed) => {
			const response = await partner.send(`/recovery-cases/${caseId}`);
			return caseRecordResponse().parse(await response.json()).status;
		};
		return { output, verified: await read(verified), unverified: await read(unverified) };
	} finally {
		await stage.stop();
	}
}

async function runUntil(text: string, cwd: string, env: Record<string, string>): Promise<string> {
	const agent = spawn(process.execPath, ["agent.mjs"], { cwd, env: { ...process.env, ...env } });
	let output = "";
	for (const stream of [agent.stdout, agent.stderr]) stream.on("data", (chunk) => (output += chunk));
	const ended = once(agent, "exit");
	try {
		await until(async () => output.includes(text), 30_000).catch(() => {
			throw new Error(`The agent did not print "${text}":\n${output}`);
		});
		return output;
	} finally {
		agent.kill();
		await ended;
	}
}
