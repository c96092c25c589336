/** What contracts of tokens say (recovery.md "What a token's contract says"). The API asks them and keeps nothing. */
import type { TokenDecimals } from "../../../protocol/case-state.ts";
import type { Call } from "../../../protocol/intent.ts";
import { movesToken, statedIn } from "../words/call-words.ts";
import { callApi } from "./api.ts";
import type { PageContext } from "./page-env.ts";
import type { ResponseBody } from "./response-body.ts";
import type { SessionKind } from "./sessions.ts";

/** All null if the contract cannot be asked. `isContract`: absent if no node knows. */
export type TokenFacts = {
	name: string | null;
	symbol: string | null;
	decimals: number | null;
	isContract?: boolean;
};

/**
 * What is known about tokens of a network, by their address in lower case. `isOwn`: the reader has stated the decimals.
 */
export type Tokens = {
	facts: Readonly<Record<string, TokenFacts>>;
	stated: Readonly<Record<string, number>>;
	isOwn: boolean;
	chainId: number;
};

/** Each costs the session's budget five requests to the chain's node, and so does {@link hasCode} of a contract. */
export const ASKED_AT_A_TIME = 5;
/** A page does not wait longer for a contract's own word. */
const WAIT_MS = 2_000;
const UNKNOWN: TokenFacts = { name: null, symbol: null, decimals: null };

/** Null if it is worth to ask again. */
export async function askToken(
	c: PageContext,
	as: SessionKind,
	{ chainId, address }: { chainId: string | number; address: string },
): Promise<TokenFacts | null> {
	const path = `/tokens/${encodeURIComponent(chainId)}/${encodeURIComponent(address.toLowerCase())}`;
	const result = await callApi<ResponseBody<"getToken">>(c, { method: "GET", path, as });
	if (!result.ok) {
		if (result.status !== 404) return null;
		return result.details.some(({ rule }) => rule === "no_contract")
			? { ...UNKNOWN, isContract: false }
			: UNKNOWN;
	}
	const { name, symbol, decimals } = result.body;
	return { name, symbol, decimals, isContract: true };
}

type Filed = {
	case: { chainId: number };
	transactions: readonly Call[];
	tokenDecimals?: readonly TokenDecimals[] | undefined;
};

/** For the page of a case. @param isOwn the reader has filed it */
export async function tokensOf(
	c: PageContext,
	as: SessionKind,
	{ case: { chainId }, transactions, tokenDecimals = [] }: Filed,
	isOwn = false,
): Promise<Tokens> {
	const used = new Set(transactions.filter(movesToken).map(({ dest }) => dest.toLowerCase()));
	const asked = [...used].slice(0, ASKED_AT_A_TIME).map(async (address) => {
		const facts = await inTime(askToken(c, as, { chainId, address }));
		return facts === null ? [] : ([[address, facts]] as const);
	});
	return {
		facts: Object.fromEntries((await Promise.all(asked)).flat()),
		stated: statedIn(tokenDecimals),
		isOwn,
		chainId,
	};
}

/** Whether the network has code at an account; undefined if no node tells in time. */
export async function hasCode(
	c: PageContext,
	as: SessionKind,
	{ lostAccount: address, chainId }: { lostAccount: string; chainId: number },
): Promise<boolean | undefined> {
	return (await inTime(askToken(c, as, { chainId, address })))?.isContract;
}

async function inTime<T>(response: Promise<T | null>): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(() => resolve(null), WAIT_MS);
	});
	return Promise.race([response, late]).finally(() => clearTimeout(timer));
}
