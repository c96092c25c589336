/** Makes the ports of the recovery slice out of the Worker's bindings. */
import type { CaseQuota } from "../../developers/case-quota.ts";
import type { Config } from "../../env.ts";
import { createJsonRpc, type JsonRpc } from "../chain/json-rpc.ts";
import { verifyWalletSignature } from "../chain/verify-wallet-signature.ts";
import { createRecoveryService, type RecoveryService } from "../service.ts";
import { createCaseIndex } from "./case-index.d1.ts";

/** A contract's verdict takes up to three calls; a caller shall not wait longer than half a minute for them. */
const RPC_TIMEOUT_MS = 8_000;

export function wireRecovery(env: Env, config: Config, quota: CaseQuota): RecoveryService {
	const rpcByChain = new Map<number, JsonRpc>(
		[...config.rpcUrls].map(([chainId, url]) => [chainId, createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS })]),
	);
	return createRecoveryService({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		index: createCaseIndex(env.DB),
		quota,
		verifySignature: (request) => verifyWalletSignature({ ...request, rpc: rpcByChain.get(request.chainId) }),
		settings: config,
	});
}
