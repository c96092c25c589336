/** The third step: the transactions, in words, and forms that add one. */
import type { PropsWithChildren } from "hono/jsx";
import { callInWords } from "../core/call-words.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { walletAddress } from "../core/wallet.ts";
import { Mark } from "../links/marks.tsx";
import { isLocked } from "../links/started-link.ts";
import type { Draft } from "./draft.ts";
import { DraftForm, stepPage, Ways } from "./frame.tsx";
import { isOffered, restored } from "./linked.ts";

/** `typed`: the form of a transaction that was not added, so that it is shown again. */
type Typed = { form?: Form | undefined; problems?: Problem[] };

export function whatPage(c: PageContext, draft: Draft, typed: Typed = {}): Promise<Response> {
	const { recover } = c.get("copy");
	const { what } = recover;
	const problems = typed.problems ?? [];
	const status = problems.length > 0 ? 400 : 200;
	return stepPage(
		c,
		{ step: "what", status },
		<>
			<h1>{what.heading}</h1>
			<p class="lead">{what.lead}</p>
			<ProblemList c={c} problems={problems} labels={labelsOf(c)} />
			<DraftForm c={c} step="what" draft={draft}>
				<Listed c={c} draft={draft} />
				<FromLink c={c} draft={draft} />
				<Ways c={c} on="read" back="lost" />
			</DraftForm>
			{!isLocked(c, "transactions") && <AllAdding c={c} draft={draft} typed={typed} />}
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

function AllAdding({ c, draft, typed }: { c: PageContext; draft: Draft; typed: Typed }) {
	const { what } = c.get("copy").recover;
	const problems = typed.problems ?? [];
	const labels = labelsOf(c);
	const field = (name: keyof typeof labels) => ({
		name,
		label: labels[name],
		value: typed.form?.text(name) ?? "",
		problems,
		autocomplete: "off",
	});
	const recipient = (name: keyof typeof labels) => ({
		...field(name),
		value: typed.form?.text(name) || walletAddress(c),
		hint: what.toHint,
		isCode: true,
	});
	return (
		<>
			<Adding c={c} draft={draft} kind="coin" words={what.coin}>
				<TextField {...field("coinAmount")} hint={what.coin.amountHint} inputmode="decimal" />
				<TextField {...recipient("coinTo")} />
			</Adding>
			<Adding c={c} draft={draft} kind="token" words={what.token}>
				<TextField {...field("token")} isCode />
				<TextField {...field("tokenAmount")} hint={what.token.amountHint} inputmode="decimal" />
				<TextField
					{...field("tokenDecimals")}
					value={typed.form?.text("tokenDecimals") || "18"}
					hint={what.token.decimalsHint}
					inputmode="numeric"
				/>
				<TextField {...recipient("tokenTo")} />
			</Adding>
			<Adding c={c} draft={draft} kind="data" words={what.data}>
				<TextField {...field("callTo")} isCode />
				<TextField {...field("callValue")} inputmode="numeric" />
				<TextField {...field("callData")} hint={what.data.dataHint} rows={4} isCode />
			</Adding>
		</>
	);
}

function Listed({ c, draft }: { c: PageContext; draft: Draft }) {
	const copy = c.get("copy");
	const { what } = copy.recover;
	const { txs } = draft;
	const isFixed = isLocked(c, "transactions");
	if (txs.length === 0) return <p class="note">{what.none}</p>;
	return (
		<>
			<h2 id="add">{what.list}</h2>
			<ol class="transactions">
				{txs.map((call, at) => (
					<li>
						<p>
							{callInWords(call, copy)} <Mark c={c} isFilledIn={isOffered(c, call)} />
						</p>
						<p class="row">
							<button type="submit" class="quiet" name="act" value={`remove:${at}`}>
								{what.remove(at + 1)}
							</button>
							{!isFixed && at > 0 && (
								<button type="submit" class="quiet" name="act" value={`up:${at}`}>
									{what.up(at + 1)}
								</button>
							)}
							{!isFixed && at < txs.length - 1 && (
								<button type="submit" class="quiet" name="act" value={`down:${at}`}>
									{what.down(at + 1)}
								</button>
							)}
						</p>
					</li>
				))}
			</ol>
			<p class="quiet">{copy.acts.caution}</p>
		</>
	);
}

type AddingProps = PropsWithChildren<{
	c: PageContext;
	draft: Draft;
	kind: string;
	words: { heading: string; add: string };
}>;

/** A form of its own, so that the return key adds what was typed in it. */
function Adding({ c, draft, kind, words, children }: AddingProps) {
	return (
		<section aria-labelledby={`adding-${kind}`}>
			<h2 id={`adding-${kind}`}>{words.heading}</h2>
			<DraftForm c={c} step="what" draft={draft}>
				{children}
				<p class="actions">
					<button type="submit" class="second" name="act" value={`add:${kind}`}>
						{words.add}
					</button>
				</p>
			</DraftForm>
		</section>
	);
}
