import { createJsonRpc } from "../chain/json-rpc.ts";
import { AppError, type AppErrorOptions } from "../kernel/errors/app-error.ts";
import type { Budgets } from "../quota/budgets.ts";
import { askNode, type NodePayer } from "../quota/node-requests.ts";
import { type AccountFacts, REQUESTS_PER_ACCOUNT, readAccount } from "./read-account.ts";

const RPC_TIMEOUT_MS = 8_000;
/** Fits the code of any contract, and what twenty honest tokens say. */
const MAX_BODY_BYTES = 1024 * 1024;
const OUTAGE: AppErrorOptions = {
	code: "SERVICE_UNAVAILABLE",
	message:
		"The chain's node did not respond, so the account could not be read. Retry after the time in Retry-After.",
	retryAfterSeconds: 10,
};

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
			const asked = { by, block: REQUESTS_PER_ACCOUNT, outage: OUTAGE };
			const { facts } = await askNode(rpc, budgets, asked, (metered) =>
				readAccount(metered, account, listedTokens.get(chainId) ?? []),
			);
			return facts;
		},
	};
}
