/** The third step: the transactions, in words, and forms that add one. */
import type { PropsWithChildren } from "hono/jsx";
import { shortened, toChecksumAddress } from "../core/addresses.ts";
import { Transactions } from "../core/case-view.tsx";
import { coinOf } from "../core/chains.ts";
import { SelectField, TextField } from "../core/fields.tsx";
import type { Form } from "../core/forms.ts";
import { issuedToken, issuedTokens } from "../core/issued-tokens.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { walletAddress } from "../core/wallet.ts";
import { Mark } from "../links/marks.tsx";
import { isLocked } from "../links/started-link.ts";
import type { Draft } from "./draft.ts";
import { DraftForm, stepPage, Ways } from "./frame.tsx";
import { HoldingsPart, type Untold } from "./holdings.tsx";
import { isOffered, restored } from "./linked.ts";
import { FILLED_IN, type Kind, OTHER_TOKEN } from "./make-call.ts";
import { isOfOneKey, tokensIn } from "./tokens.ts";

/** `form`: the input, shown again except for the groups that were added. */
type Typed = {
	form?: Form;
	problems?: readonly Problem[];
	added?: readonly Kind[];
	refused?: Untold;
};

export function whatPage(c: PageContext, draft: Draft, typed: Typed = {}): Promise<Response> {
	const { recover } = c.get("copy");
	const { heading, lead } = recover.what;
	const { problems } = typed;
	return stepPage(
		c,
		{ step: "what", heading, lead, problems, labels: labelsOf(c), scripts: ["recover"] },
		<>
			<DraftForm c={c} step="what" draft={draft}>
				<Listed c={c} draft={draft} />
				<FromLink c={c} draft={draft} />
				{!isLocked(c, "transactions") && (
					<>
						<HoldingsPart c={c} draft={draft} refused={typed.refused} />
						<AllAdding c={c} draft={draft} typed={typed} />
					</>
				)}
				<Ways c={c} on="read" back="lost" />
			</DraftForm>
		</>,
	);
}

/** A link that has filled in transactions can list them again, and can lock them. */
function FromLink({ c, draft }: { c: PageContext; draft: Draft }) {
	const link = c.get("link");
	const { transactions } = c.get("copy").links;
	if (!link) return null;
	return (
		<>
			{isLocked(c, "transactions") && <p class="note">{transactions.locked(link.view.host)}</p>}
			{restored(c, draft.txs) !== draft.txs && (
				<p>
					<button type="submit" class="second" name="act" value="restore">
						{transactions.restore(link.view.host)}
					</button>
				</p>
			)}
		</>
	);
}

/** By the name of the field. */
function labelsOf(c: PageContext) {
	const { coin, token, data, to } = c.get("copy").recover.what;
	return {
		coinAmount: coin.amount,
		coinTo: to,
		listedToken: token.listed,
		token: token.token,
		tokenAmount: token.amount,
		tokenDecimals: token.decimals,
		tokenTo: to,
		callTo: data.to,
		callValue: data.value,
		callData: data.data,
	};
}

function AllAdding({ c, draft, typed }: { c: PageContext; draft: Draft; typed: Typed }) {
	const { what } = c.get("copy").recover;
	const { form, problems = [], added = [] } = typed;
	const labels = labelsOf(c);
	const fieldsOf = (kind: Kind) => (name: keyof typeof labels, first?: string) => ({
		name,
		label: labels[name],
		value: (added.includes(kind) ? "" : form?.text(name)) || first,
		problems,
		autocomplete: "off",
	});
	const [coin, token, data] = [fieldsOf("coin"), fieldsOf("token"), fieldsOf("data")];
	const recipient = { hint: what.toHint, isCode: true };
	// One form stands open where nothing is listed, so that nobody looks for it.
	const isFirst = (kind: Kind) => draft.txs.length === 0 && kind === "token";
	const isOpen = (kind: Kind) =>
		isFirst(kind) ||
		FILLED_IN[kind].some((name) => fieldsOf(kind)(name).value) ||
		problems.some(({ field }) => field.startsWith(PREFIXES[kind]));
	const heading = what.coin.heading(coinOf(Number(draft.chainId)));
	const listed = listedIn(draft);
	return (
		<>
			{!isOfOneKey(draft) && (
				<Adding kind="coin" words={{ ...what.coin, heading }} isOpen={isOpen("coin")}>
					<TextField {...coin("coinAmount")} hint={what.coin.amountHint} inputmode="decimal" />
					<TextField {...coin("coinTo", walletAddress(c))} {...recipient} />
				</Adding>
			)}
			<Adding kind="token" words={what.token} isOpen={isOpen("token")}>
				<div class={listed.length > 0 ? "or-other" : undefined}>
					{listed.length > 0 && (
						<SelectField {...token("listedToken")} options={[...listed, [OTHER_TOKEN, what.token.other]]} />
					)}
					<TextField {...token("token")} isCode />
					<TextField {...token("tokenDecimals")} hint={what.token.decimalsHint} inputmode="numeric" />
				</div>
				<TextField {...token("tokenAmount")} hint={what.token.amountHint} inputmode="decimal" />
				<TextField {...token("tokenTo", walletAddress(c))} {...recipient} />
			</Adding>
			<Adding kind="data" words={what.data} isOpen={isOpen("data")}>
				<TextField {...data("callTo")} isCode />
				<TextField {...data("callValue")} inputmode="numeric" />
				<TextField {...data("callData")} hint={what.data.dataHint} rows={4} isCode />
			</Adding>
		</>
	);
}

/** Of the names of the fields that can be wrong. */
const PREFIXES: Readonly<Record<Kind, string>> = { coin: "coin", token: "token", data: "call" };

/** The tokens to choose from: large ones of the network, and those whose contract has told its symbol. */
function listedIn(draft: Draft): (readonly [address: string, symbol: string])[] {
	const issued = issuedTokens(Number(draft.chainId)).map(({ address, symbol }) => [address, symbol] as const);
	const told = Object.entries(tokensIn(draft).facts).flatMap(([address, { symbol, decimals }]) =>
		symbol === null || decimals === null || issuedToken(Number(draft.chainId), address)
			? []
			: [[toChecksumAddress(address), `${symbol} (${shortened(address)})`] as const],
	);
	return [...issued, ...told];
}

function Listed({ c, draft }: { c: PageContext; draft: Draft }) {
	const { what } = c.get("copy").recover;
	const { txs } = draft;
	const isFixed = isLocked(c, "transactions");
	const moves = (at: number) => [
		"remove" as const,
		...(!isFixed && at > 0 ? ["up" as const] : []),
		...(!isFixed && at < txs.length - 1 ? ["down" as const] : []),
	];
	if (txs.length === 0) return <p class="note">{what.none}</p>;
	return (
		<>
			<h2 id="add">{what.list}</h2>
			<Transactions
				c={c}
				calls={txs}
				tokens={tokensIn(draft)}
				beside={(call) => <Mark c={c} isFilledIn={isOffered(c, call)} />}
				below={(_, at) => (
					<p class="row">
						{moves(at).map((act) => (
							<button type="submit" class="quiet" name="act" value={`${act}:${at}`}>
								{what[act]}
								<span class="hidden-visually"> {what.number(at + 1)}</span>
							</button>
						))}
					</p>
				)}
			/>
		</>
	);
}

type AddingProps = PropsWithChildren<{
	kind: Kind;
	words: { heading: string; add: string };
	isOpen: boolean;
}>;

/** The script `recover` says in words what is typed. */
function Adding({ kind, words, isOpen, children }: AddingProps) {
	return (
		<details open={isOpen} data-adding={kind}>
			<summary>{words.heading}</summary>
			{children}
			<p class="note" role="status" data-words hidden />
			<p class="actions">
				<button type="submit" class="second" name="act" value={`add:${kind}`}>
					{words.add}
				</button>
			</p>
		</details>
	);
}
