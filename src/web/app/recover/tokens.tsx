/** Facts about the contracts that a draft calls, as they state them. The draft carries them, because the server keeps nothing. */
import { decodeAct } from "../../../rules/decode-act.ts";
import type { Call } from "../../../rules/intent.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import { inUnits } from "../core/call-words.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Draft, MAX_TOKENS, type TokenFacts, tokenKey } from "./draft.ts";

/** Each costs the wallet's budget five requests to the chain's node. */
const ASKED_AT_A_TIME = 5;
const UNKNOWN: TokenFacts = { name: null, symbol: null, decimals: null };

/** @param also a token that is about to be added. @returns the draft with the facts that it lacked */
export async function withTokens(c: PageContext, draft: Draft, also: string[] = []): Promise<Draft> {
	const used = [...also, ...draft.txs.flatMap(({ dest, data }) => (data === "0x" ? [] : [dest]))];
	const missing = new Map(used.map((address) => [tokenKey(draft, address), address]));
	for (const key of Object.keys(draft.tokens)) missing.delete(key);
	const left = Math.max(0, MAX_TOKENS - Object.keys(draft.tokens).length);
	const asked = [...missing].slice(0, Math.min(left, ASKED_AT_A_TIME));
	const found = await Promise.all(
		asked.map(async ([key, address]) => [key, await ask(c, draft.chainId, address)] as const),
	);
	const answered = found.filter((entry): entry is readonly [string, TokenFacts] => entry[1] !== null);
	return { ...draft, tokens: { ...draft.tokens, ...Object.fromEntries(answered) } };
}

/** Null if it is worth to ask again. */
async function ask(c: PageContext, chainId: string, address: string): Promise<TokenFacts | null> {
	const path = `/tokens/${encodeURIComponent(chainId)}/${encodeURIComponent(address.toLowerCase())}`;
	const result = await callApi<Answer<"getToken">>(c, { method: "GET", path, as: "wallet" });
	if (!result.ok) {
		if (result.status !== 404) return null;
		return result.details.some(({ rule }) => rule === "no_contract")
			? { ...UNKNOWN, isContract: false }
			: UNKNOWN;
	}
	const { name, symbol, decimals } = result.body;
	return { name, symbol, decimals, isContract: true };
}

/** Whether the chain has a contract there; undefined if no node knows. */
export function hasContract(draft: Pick<Draft, "chainId" | "tokens">, address: string): boolean | undefined {
	return draft.tokens[tokenKey(draft, address)]?.isContract;
}

/** In smallest units; null if the data moves no amount of a token. */
function amountOf({ data }: Call): string | null {
	const act = decodeAct(data, toChecksumAddress);
	switch (act.kind) {
		case "transfer":
			return act.amount;
		case "transfer_from":
			return act.amountOrId;
		case "approve":
			return act.isUnlimited ? null : act.amountOrId;
		default:
			return null;
	}
}

/** A name that ends its own quotation would speak with the page's voice. */
const withoutQuotes = (name: string) =>
	name.replaceAll(/["\u00ab\u00bb\u201c-\u201f\u2039\u203a\u300c-\u300f\uff02]/gu, "'");

type Props = { c: PageContext; draft: Pick<Draft, "chainId" | "tokens">; call: Call };

/** Below the words of a transaction. */
export function TokenNote({ c, draft, call }: Props) {
	const { token } = c.get("copy").recover.what;
	const [open, close] = token.quoted;
	const amount = amountOf(call);
	const facts = draft.tokens[tokenKey(draft, call.dest)];
	if (amount === null || facts === undefined) return null;
	const { decimals } = facts;
	const names = [facts.name, facts.symbol].flatMap((name) => (name === null ? [] : [withoutQuotes(name)]));
	if (names.length === 0 && decimals === null) return null;
	return (
		<span class="quiet">
			{names.length > 0 && (
				<>
					{" "}
					{token.calls}{" "}
					{names.map((name, at) => (
						<>
							{at > 0 && ", "}
							{open}
							<bdi>{name}</bdi>
							{close}
						</>
					))}
					.
				</>
			)}
			{decimals !== null && ` ${token.whole(inUnits(BigInt(amount), decimals), decimals)}`} {token.ownWord}
		</span>
	);
}
