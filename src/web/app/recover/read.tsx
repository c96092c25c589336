/** The fourth step: the message in words, and the warnings. */
import type { ApiFailure } from "../core/api.ts";
import { Transactions } from "../core/case-view.tsx";
import { Facts } from "../core/facts.tsx";
import { Code, networkText } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { Mark } from "../links/marks.tsx";
import { isLocked, isPrefilled } from "../links/started-link.ts";
import type { Draft } from "./draft.ts";
import { DraftForm, STEP_FORM, type Step, stepPage, Ways } from "./frame.tsx";
import { isOffered } from "./linked.ts";
import { caseOnFile, type Prepared, prepare } from "./prepare.ts";
import { hasContract, tokensIn } from "./tokens.ts";
import { tickOf, type Warning, warningsOf } from "./warnings.ts";

type Ticked = { ticks?: readonly string[]; isIncomplete?: boolean };

export async function readPage(c: PageContext, draft: Draft, ticked: Ticked = {}): Promise<Response> {
	const { recover } = c.get("copy");
	const { read } = recover;
	const [prepared, onFile] = await Promise.all([prepare(c, draft), caseOnFile(c, draft)]);
	if (!prepared.ok) {
		return stepPage(
			c,
			{ step: "read", heading: read.heading, problems: inWords(c, prepared) },
			<DraftForm c={c} step="read" draft={draft}>
				<Ways c={c} back="what" />
			</DraftForm>,
		);
	}
	const { typedData } = prepared.prepared;
	const warnings = warningsOf(typedData.message.intent.txs, typedData.message.intent, (address) =>
		hasContract(draft, address),
	);
	const problems: Problem[] = ticked.isIncomplete ? [{ field: "ticks", text: read.untickedError }] : [];
	return stepPage(
		c,
		{ step: "read", heading: read.heading, lead: read.lead, problems, labels: { ticks: "" } },
		<>
			{onFile !== null && (
				<p class="note caution">
					{read.exists} <a href={`/cases/${onFile}`}>{read.toCase}</a>
				</p>
			)}
			<InWords c={c} prepared={prepared.prepared} draft={draft} />
			<DraftForm c={c} step="read" draft={draft}>
				<Warnings c={c} warnings={warnings} ticks={ticked.ticks ?? []} />
				<Ways c={c} on="sign" back="what" />
			</DraftForm>
		</>,
	);
}

/** The API names fields of its body, such as `transactions.3.data`. */
function inWords(c: PageContext, failure: ApiFailure): Problem[] {
	const { labels, recover } = c.get("copy");
	const { read, transaction } = recover;
	const names: Readonly<Record<string, string>> = {
		lostAccount: labels.lostAccount,
		recoveryAccount: read.receives,
		chainId: read.chain,
		reasonForRecovery: read.reason,
		email: read.email,
	};
	return problemsOf(c, failure).map(({ field, text }) => {
		const [group, name = ""] = field.split(".");
		const what = group === "transactions" ? transaction(Number(name) + 1) : names[name];
		return { field: "", text: what === undefined ? text : `${what}: ${text}` };
	});
}

type InWordsProps = { c: PageContext; prepared: Prepared; draft: Draft };

function InWords({ c, prepared, draft }: InWordsProps) {
	const copy = c.get("copy");
	const { read, lost } = copy.recover;
	const { intent, email } = prepared.typedData.message;
	const reasons: Record<string, string> = lost.reasons;
	const account = copy.labels.lostAccountOf(intent.reasonForRecovery);
	const markOf = (name: "lostAccount" | "recoveryAccount" | "chainId" | "reasonForRecovery") => (
		<Mark c={c} isFilledIn={isPrefilled(c, name, intent[name])} />
	);
	const change = (name: "lostAccount" | "chainId" | "reasonForRecovery", of: string) =>
		!isLocked(c, name) && <Change c={c} to="lost" of={of} />;
	return (
		<>
			<Facts
				of={[
					[
						account,
						<Code c={c} text={intent.lostAccount} />,
						markOf("lostAccount"),
						change("lostAccount", account),
					],
					[read.receives, <Code c={c} text={intent.recoveryAccount} />, markOf("recoveryAccount")],
					[
						read.chain,
						networkText(c, Number(intent.chainId)),
						markOf("chainId"),
						change("chainId", read.chain),
					],
					[
						read.reason,
						reasons[intent.reasonForRecovery],
						markOf("reasonForRecovery"),
						change("reasonForRecovery", read.reason),
					],
					[
						read.email,
						email === "" ? read.noEmail : email,
						<Mark c={c} isFilledIn={isPrefilled(c, "email", email)} />,
						<Change c={c} to="lost" of={read.email} />,
					],
				]}
			/>
			<h2>{read.happens}</h2>
			<Transactions
				c={c}
				calls={intent.txs}
				tokens={tokensIn(draft)}
				beside={(call) => <Mark c={c} isFilledIn={isOffered(c, call)} />}
			/>
			{!isLocked(c, "transactions") && (
				<p>
					<Change c={c} to="what" of={read.happens} />
				</p>
			)}
		</>
	);
}

/** @param of names the row for people who do not see it, such as users of a screen reader */
function Change({ c, to, of }: { c: PageContext; to: Step; of: string }) {
	const { change } = c.get("copy").recover.read;
	return (
		<button type="submit" class="quiet" form={STEP_FORM} name="go" value={to} aria-label={`${change}: ${of}`}>
			{change}
		</button>
	);
}

type WarningsProps = { c: PageContext; warnings: readonly Warning[]; ticks: readonly string[] };

/** Directly above the button, so that the person must see them. */
function Warnings({ c, warnings, ticks }: WarningsProps) {
	const { read } = c.get("copy").recover;
	const ticked = new Set(ticks);
	const sentence = ({ kind, index, address }: Warning) => read.warnings[kind](index + 1, address);
	const toTick = warnings.filter(({ isTicked }) => isTicked);
	const toSee = warnings.filter(({ isTicked }) => !isTicked);
	return (
		<>
			{toSee.length > 0 && (
				<div class="note caution">
					<h2 class="note-title">{read.look}</h2>
					<ul>
						{toSee.map((warning) => (
							<li>{sentence(warning)}</li>
						))}
					</ul>
				</div>
			)}
			{toTick.length > 0 && (
				<fieldset class="note danger" id="ticks" aria-labelledby="ticks-title">
					<h2 class="note-title" id="ticks-title">
						{read.tick}
					</h2>
					{toTick.map((warning) => (
						<label>
							<input
								type="checkbox"
								name="tick"
								value={tickOf(warning)}
								checked={ticked.has(tickOf(warning))}
							/>
							<span>{sentence(warning)}</span>
						</label>
					))}
				</fieldset>
			)}
		</>
	);
}
