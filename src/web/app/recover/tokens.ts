/** What is known about the tokens of a draft, which carries it, because the server keeps nothing. */
import type { TokenDecimals } from "../../../protocol/case-state.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import { issuedToken } from "../core/issued-tokens.ts";
import type { PageContext } from "../core/page-env.ts";
import { ASKED_AT_A_TIME, askToken, type TokenFacts, type Tokens } from "../core/token-facts.ts";
import { movesToken } from "../words/call-words.ts";
import { type Draft, MAX_TOKENS, tokenKey } from "./draft.ts";

/** @param also a token that is about to be added. @returns the draft with the facts that it lacked */
export async function withTokens(c: PageContext, draft: Draft, also: string[] = []): Promise<Draft> {
	const used = [...also, ...draft.txs.flatMap(({ dest, data }) => (data === "0x" ? [] : [dest]))];
	const missing = new Map(used.map((address) => [tokenKey(draft, address), address]));
	for (const key of Object.keys(draft.tokens)) missing.delete(key);
	const left = Math.max(0, MAX_TOKENS - Object.keys(draft.tokens).length);
	const asked = [...missing].slice(0, Math.min(left, ASKED_AT_A_TIME));
	const found = await Promise.all(
		asked.map(async ([key, address]) => [key, await askToken(c, "wallet", { ...draft, address })] as const),
	);
	const answered = found.filter((entry): entry is readonly [string, TokenFacts] => entry[1] !== null);
	return { ...draft, tokens: { ...draft.tokens, ...Object.fromEntries(answered) } };
}

/** Whether the chain has a contract there; undefined if no node knows. */
export function hasContract(draft: Pick<Draft, "chainId" | "tokens">, address: string): boolean | undefined {
	return draft.tokens[tokenKey(draft, address)]?.isContract;
}

/**
 * Whether only the lost key can send the network's coin, as the claimant has answered. An account without code may be one whose
 * contract does not exist yet, so the network's word does not do.
 */
export const isOfOneKey = (draft: Draft): boolean =>
	draft.kind === "key" && hasContract(draft, draft.lostAccount) !== true;

/** For the words of the draft's transactions. */
export function tokensIn(draft: Draft): Tokens {
	const ofChain = <T>(known: Record<string, T>) =>
		Object.fromEntries(
			Object.entries(known).flatMap(([key, value]) => {
				const [chainId, address = ""] = key.split(":");
				return chainId === draft.chainId ? [[address, value]] : [];
			}),
		);
	return {
		facts: ofChain(draft.tokens),
		stated: ofChain(draft.stated),
		isOwn: true,
		chainId: Number(draft.chainId),
	};
}

/** The decimals by which the claimant has read the amounts, for the filing. Undefined if there are none. */
export function decimalsToFile(draft: Draft): TokenDecimals[] | undefined {
	const { facts, stated } = tokensIn(draft);
	const used = new Set(draft.txs.filter(movesToken).map(({ dest }) => dest.toLowerCase()));
	const found = [...used].flatMap((address) => {
		const issued = issuedToken(Number(draft.chainId), address);
		const decimals = issued?.decimals ?? facts[address]?.decimals ?? stated[address];
		return typeof decimals === "number" ? [{ token: toChecksumAddress(address), decimals }] : [];
	});
	return found.length === 0 ? undefined : found.slice(0, MAX_TOKENS);
}
