/** The third step: the transactions, in words, and forms that add one. */
import type { PropsWithChildren } from "hono/jsx";
import { Transactions } from "../core/case-view.tsx";
import { TextField } from "../core/fields.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { walletAddress } from "../core/wallet.ts";
import { Mark } from "../links/marks.tsx";
import { isLocked } from "../links/started-link.ts";
import type { Draft } from "./draft.ts";
import { DraftForm, stepPage, Ways } from "./frame.tsx";
import { HoldingsPart } from "./holdings.tsx";
import { isOffered, restored } from "./linked.ts";
import type { Kind } from "./make-call.ts";
import { tokensIn } from "./tokens.ts";

/** `form`: the input, shown again except for the groups that were added. */
type Typed = {
	form?: Form;
	problems?: readonly Problem[];
	added?: readonly Kind[];
	/** Why it cannot be told what the account holds. */
	refused?: string;
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
						<AllAdding c={c} typed={typed} />
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
		token: token.token,
		tokenAmount: token.amount,
		tokenDecimals: token.decimals,
		tokenTo: to,
		callTo: data.to,
		callValue: data.value,
		callData: data.data,
	};
}

function AllAdding({ c, typed }: { c: PageContext; typed: Typed }) {
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
	const isDataOpen = ["callTo", "callValue", "callData"].some((name) => data(name as "callTo").value);
	return (
		<>
			<Adding kind="coin" words={what.coin}>
				<TextField {...coin("coinAmount")} hint={what.coin.amountHint} inputmode="decimal" />
				<TextField {...coin("coinTo", walletAddress(c))} {...recipient} />
			</Adding>
			<Adding kind="token" words={what.token}>
				<TextField {...token("token")} isCode />
				<TextField {...token("tokenAmount")} hint={what.token.amountHint} inputmode="decimal" />
				<TextField {...token("tokenDecimals")} hint={what.token.decimalsHint} inputmode="numeric" />
				<TextField {...token("tokenTo", walletAddress(c))} {...recipient} />
			</Adding>
			<details open={isDataOpen || undefined}>
				<summary>{what.data.summary}</summary>
				<Adding kind="data" words={what.data}>
					<TextField {...data("callTo")} isCode />
					<TextField {...data("callValue")} inputmode="numeric" />
					<TextField {...data("callData")} hint={what.data.dataHint} rows={4} isCode />
				</Adding>
			</details>
		</>
	);
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
								{what[act](at + 1)}
							</button>
						))}
					</p>
				)}
			/>
		</>
	);
}

type AddingProps = PropsWithChildren<{ kind: Kind; words: { heading: string; add: string } }>;

/** The script `recover` says in words what is typed. */
function Adding({ kind, words, children }: AddingProps) {
	return (
		<section aria-labelledby={`adding-${kind}`} data-adding={kind}>
			<h2 id={`adding-${kind}`}>{words.heading}</h2>
			{children}
			<p class="note" role="status" data-words hidden />
			<p class="actions">
				<button type="submit" class="second" name="act" value={`add:${kind}`}>
					{words.add}
				</button>
			</p>
		</section>
	);
}
