/** What the lost account holds, and the transactions that send all of it (hosted-app.md "Recovering"). */
import { type AccountFacts, readAccountAsWallet } from "../core/account-facts.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import { CoinAmount, TokenAmount } from "../core/amount.tsx";
import { coinOf } from "../core/chains.ts";
import { ExplorerLink } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type Draft, type Holdings, MAX_TRANSACTIONS, tokenKey } from "./draft.ts";
import { coinCall, tokenCall } from "./make-call.ts";
import { isOfOneKey } from "./tokens.ts";

/** Why it cannot be told what the account holds. */
export type Untold = "noNode" | "notNow";

/** Asked once for each draft, which carries the response. */
export async function withHoldings(c: PageContext, draft: Draft): Promise<Draft | Untold> {
	const result = await readAccountAsWallet(c, { chainId: draft.chainId, address: draft.lostAccount });
	if (!result.ok) return result.status === 404 ? "noNode" : "notNow";
	return { ...draft, holdings: heldIn(result.body) };
}

function heldIn({ balance, tokens }: AccountFacts): Holdings {
	const isHeld = (amount: string | null): amount is string => amount !== null && amount !== "0";
	return {
		coin: balance,
		tokens: tokens.flatMap(({ balance: amount, ...token }) => (isHeld(amount) ? [{ ...token, amount }] : [])),
		isPartial: tokens.some(({ balance: amount }) => amount === null),
	};
}

/** @param what `all`, `coin`, or the index of a token. Undefined if there would be too many transactions */
export function withHeld(draft: Draft, what: string, to: string): Draft | undefined {
	const { holdings, txs } = draft;
	if (!holdings) return draft;
	const tokens = holdings.tokens.filter((_, at) => what === "all" || what === String(at));
	const isCoin = holdings.coin !== "0" && !isOfOneKey(draft) && (what === "all" || what === "coin");
	const calls = [
		...tokens.map(({ address, amount }) => tokenCall(toChecksumAddress(address), to, BigInt(amount))),
		...(isCoin ? [coinCall(to, BigInt(holdings.coin))] : []),
	].filter((call) => !txs.some((one) => JSON.stringify(one) === JSON.stringify(call)));
	if (txs.length + calls.length > MAX_TRANSACTIONS) return undefined;
	const told = tokens.map(({ address, symbol, decimals }) => [
		tokenKey(draft, address),
		{ name: null, symbol, decimals, isContract: true },
	]);
	return { ...draft, txs: [...txs, ...calls], tokens: { ...draft.tokens, ...Object.fromEntries(told) } };
}

export function HoldingsPart({
	c,
	draft,
	refused,
}: {
	c: PageContext;
	draft: Draft;
	refused?: Untold | undefined;
}) {
	const { what } = c.get("copy").recover;
	const words = what.holdings;
	const { holdings } = draft;
	const link = c.get("link");
	return (
		<section aria-labelledby="holdings">
			<h2 id="holdings">{words.heading}</h2>
			{refused !== undefined && (
				<p class="note" role="alert">
					{words[refused]}{" "}
					<ExplorerLink c={c} chainId={Number(draft.chainId)} path={`address/${draft.lostAccount}`} />
				</p>
			)}
			{holdings && <Held c={c} draft={draft} holdings={holdings} />}
			{!holdings && refused !== "noNode" && (
				<>
					<p>{words.offer}</p>
					<p class="actions">
						<button type="submit" class="second" name="act" value="holdings">
							{words.show}
						</button>
					</p>
				</>
			)}
			{!holdings && (
				<p>
					{link && words.ask(link.view.host)} {words.exact}
				</p>
			)}
			{isOfOneKey(draft) && (
				<div class="note caution">
					<p>{words.onlyKey(coinOf(Number(draft.chainId)))}</p>
					<p class="actions">
						<button type="submit" class="second" name="act" value="several-keys">
							{words.notSo}
						</button>
					</p>
				</div>
			)}
		</section>
	);
}

function Held({ c, draft, holdings }: { c: PageContext; draft: Draft; holdings: Holdings }) {
	const words = c.get("copy").recover.what.holdings;
	const { coin, tokens, isPartial } = holdings;
	const isSendable = (value: string) => value !== "coin" || !isOfOneKey(draft);
	const rows = [
		...(coin === "0"
			? []
			: [["coin", <CoinAmount c={c} units={coin} chainId={Number(draft.chainId)} />] as const]),
		...tokens.map(
			(token, at) =>
				[
					String(at),
					<>
						<TokenAmount c={c} {...token} units={token.amount} />{" "}
						<small class="small-print">{toChecksumAddress(token.address)}</small>
					</>,
				] as const,
		),
	];
	if (rows.length === 0) return <p>{isPartial ? words.unread : words.nothing}</p>;
	return (
		<>
			<ol>
				{rows.map(([value, text], at) => (
					<li>
						<span id={`held-${value}`}>{text}</span>{" "}
						{isSendable(value) && (
							<button
								type="submit"
								class="quiet"
								name="act"
								value={`hold:${value}`}
								aria-describedby={`held-${value}`}
							>
								{words.addOne(at + 1)}
							</button>
						)}
					</li>
				))}
			</ol>
			{rows.some(([value]) => isSendable(value)) && (
				<p class="actions">
					<button type="submit" class="second" name="act" value="hold:all">
						{words.addAll}
					</button>
				</p>
			)}
			{isPartial && <p>{words.unread}</p>}
			<p>{words.fixed}</p>
			<p>{words.oneEach}</p>
			<p class="quiet">{words.unseen}</p>
		</>
	);
}
