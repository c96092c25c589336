/** The built service on a state of its own, with the limits of a deployment and a chain behind a counting proxy. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Hex } from "../../src/kernel/encoding/hex.ts";
import { startRpcProxy } from "../../test/support/chain/rpc-proxy.ts";
import { walletOf } from "../../test/support/chain/wallet-chain.ts";
import { testSecrets } from "../../test/support/service/secrets.ts";
import { startService } from "../../test/support/service/service.ts";
import { FACTORY } from "../chain/anvil.ts";
import { startLocalChain } from "../chain/local-chain.ts";
import { findDeveloper, setRole } from "../operator/developers.ts";
import { readLocalConfig } from "../start/local-config.ts";
import { RATE_SETTINGS } from "../start/settings.ts";
import { CHAIN_ID } from "./client.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { UI_CLIENT_ID, UI_CLIENT_SECRET } = testSecrets;

/** A hundredth of what strangers have for the node, so that the attacks use it up within a minute instead of an hour. */
const BUDGETS = JSON.stringify({ node_requests: { strangers: 2_000 } });

/** `npm start` raises these, because all clients of a local service share one address. */
const RAISED = ["CHALLENGE_PERIOD_SECONDS", ...Object.values(RATE_SETTINGS)];

function limitsOfDeployments(): Record<string, string> {
	const { vars } = readLocalConfig(ROOT);
	return Object.fromEntries(RAISED.map((name) => [name, String(vars[name])]));
}

export type SoakedService = {
	url: string;
	/** Resident memory of the runtime in MiB; NaN where the system does not tell. */
	memory(): number;
	/** Requests to the chain's node so far. */
	nodeRequests(): number;
	makeReviewer(developerId: string): Promise<void>;
	/** Deploys a contract wallet of this owner. @returns its address */
	deployWallet(owner: Hex): Promise<Hex>;
	stop(): Promise<void>;
};

export async function startSoakedService(): Promise<SoakedService> {
	const stateDir = mkdtempSync(join(tmpdir(), "replevin-soak-"));
	const chain = await startLocalChain({ chainId: CHAIN_ID });
	const node = await startRpcProxy(chain.url, () => undefined);
	const RPC_URLS = JSON.stringify({ [CHAIN_ID]: node.url });
	const env = { ...limitsOfDeployments(), BUDGETS, UI_CLIENT_ID, UI_CLIENT_SECRET, RPC_URLS };
	const end = async () => {
		await Promise.all([node.stop(), chain.stop()]);
		rmSync(stateDir, { recursive: true, force: true });
	};
	const service = await startService({ stateDir, env }).catch(async (error) => {
		await end();
		throw error;
	});
	return {
		url: service.url,
		memory: () => memoryOf(service.workerdPid()),
		nodeRequests: () => node.requestCount(),
		async makeReviewer(developerId) {
			const target = { kind: "local", stateDir } as const;
			await setRole(target, await findDeveloper(target, { developerId }), "reviewer");
		},
		async deployWallet(owner) {
			const { factoryCall, address } = walletOf(owner);
			await chain.send(chain.deployer, { to: FACTORY, data: factoryCall });
			return address;
		},
		async stop() {
			await service.stop();
			await end();
		},
	};
}

function memoryOf(pid: number): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
	} catch {
		return Number.NaN;
	}
}
