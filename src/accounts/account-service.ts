import { createJsonRpc } from "../chain/json-rpc.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import type { Budgets } from "../quota/budgets.ts";
import { budgetError } from "../quota/errors.ts";
import { meterRpc, type NodePayer } from "../quota/node-requests.ts";
import { type AccountFacts, REQUESTS_PER_ACCOUNT, readAccount } from "./read-account.ts";

const RPC_TIMEOUT_MS = 8_000;
/** Fits the code of any contract, and what twenty honest tokens say. */
const MAX_BODY_BYTES = 1024 * 1024;
const OUTAGE_RETRY_SECONDS = 10;

export type AccountService = {
	/** @throws AppError RESOURCE_NOT_FOUND without a node, RATE_LIMITED, or SERVICE_UNAVAILABLE */
	read(account: { chainId: number; address: string }, by: NodePayer): Promise<AccountFacts>;
};

type Settings = {
	/** By chain id. */
	rpcUrls: ReadonlyMap<number, string>;
	/** The operator's list, by chain id. */
	listedTokens: ReadonlyMap<number, readonly string[]>;
};

export function createAccountService(
	{ rpcUrls, listedTokens }: Settings,
	budgets: Pick<Budgets, "charge">,
): AccountService {
	return {
		async read(account, by) {
			const { chainId } = account;
			const url = rpcUrls.get(chainId);
			if (url === undefined) {
				throw new AppError({
					code: "RESOURCE_NOT_FOUND",
					message: `This service has no node for chain ${chainId}, so it cannot say what the account is.`,
				});
			}
			const rpc = createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES });
			const metered = meterRpc(rpc, budgets, { by, block: REQUESTS_PER_ACCOUNT });
			const result = await readAccount(metered.rpc, account, listedTokens.get(chainId) ?? []);
			await metered.settle();
			const refusal = metered.refusal();
			if (refusal) throw budgetError(refusal);
			if (result.kind === "read") return result.facts;
			throw new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The chain's node did not respond, so the account could not be read. Retry after the time in Retry-After.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
				cause: result.reason,
			});
		},
	};
}
