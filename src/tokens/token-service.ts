import { createJsonRpc } from "../chain/json-rpc.ts";
import { AppError, type AppErrorOptions } from "../kernel/errors/app-error.ts";
import type { Budgets } from "../quota/budgets.ts";
import { askNode, type NodePayer } from "../quota/node-requests.ts";
import { REQUESTS_PER_TOKEN, readToken, type Token, type TokenFacts } from "./read-token.ts";

const RPC_TIMEOUT_MS = 8_000;
/** Fits the code of any contract. A contract that returns more is not read. */
const MAX_BODY_BYTES = 1024 * 1024;
const OUTAGE: AppErrorOptions = {
	code: "SERVICE_UNAVAILABLE",
	message:
		"The chain's node did not respond, so the token's contract could not be asked. Retry after the time in Retry-After.",
	retryAfterSeconds: 10,
};

export type TokenService = { read(token: Token, by: NodePayer): Promise<TokenFacts> };

/** @param rpcUrls by chain id */
export function createTokenService(
	rpcUrls: ReadonlyMap<number, string>,
	budgets: Pick<Budgets, "charge">,
): TokenService {
	return {
		async read(token, by) {
			const { chainId } = token;
			const url = rpcUrls.get(chainId);
			if (url === undefined) {
				throw new AppError({
					code: "RESOURCE_NOT_FOUND",
					message: `This service has no node for chain ${chainId}, so it cannot ask the token's contract. Take the decimals from a block explorer.`,
				});
			}
			const rpc = createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES });
			const asked = { by, block: REQUESTS_PER_TOKEN, outage: OUTAGE };
			const result = await askNode(rpc, budgets, asked, (metered) => readToken(metered, token));
			if (result.kind === "no_code") {
				throw new AppError({
					code: "RESOURCE_NOT_FOUND",
					message: `There is no contract at this address on chain ${chainId}. Check the address and the chain.`,
					details: [
						{ field: "address", rule: "no_contract", message: `has no contract on chain ${chainId}` },
					],
				});
			}
			return result;
		},
	};
}
