import { createJsonRpc } from "../chain/json-rpc.ts";
import type { BudgetExhausted, Budgets } from "../quota/budgets.ts";
import { meterRpc, type NodePayer } from "../quota/node-requests.ts";
import { REQUESTS_PER_TOKEN, readToken, type Token, type TokenAnswer } from "./read-token.ts";

const RPC_TIMEOUT_MS = 8_000;
/** Fits the code of any contract. A contract that returns more is not read. */
const MAX_BODY_BYTES = 1024 * 1024;

export type TokenResult = TokenAnswer | BudgetExhausted | { kind: "no_node" };
export type TokenService = { read(token: Token, by: NodePayer): Promise<TokenResult> };

/** @param rpcUrls by chain id */
export function createTokenService(
	rpcUrls: ReadonlyMap<number, string>,
	budgets: Pick<Budgets, "charge">,
): TokenService {
	return {
		async read(token, by) {
			const url = rpcUrls.get(token.chainId);
			if (url === undefined) return { kind: "no_node" };
			const rpc = createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES });
			const metered = meterRpc(rpc, budgets, { by, block: REQUESTS_PER_TOKEN });
			const answer = await readToken(metered.rpc, token);
			await metered.settle();
			return metered.refusal() ?? answer;
		},
	};
}
