/**
 * "Can this work for me?", the first step of a recovery: at `/recover` for whoever is not signed in, and at `/recover/check`.
 * The answers stand in the address; none is kept.
 */
import { RECOVERY_REASONS, type RecoveryReason } from "../../../protocol/intent.ts";
import { FieldGroup, TextField } from "../core/fields.tsx";
import { LinkButton, LinkLine } from "../core/form.tsx";
import { CopyButton } from "../core/format.tsx";
import { Icon } from "../core/icon.tsx";
import { ISSUERS } from "../core/issued-tokens.ts";
import { atNumber, NetworkField } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { carriedQuery } from "../recover/draft.ts";
import { Rail } from "../recover/frame.tsx";
import { Resume } from "../recover/who.tsx";
import { AccountFound, lookUp, standingOf } from "./account.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { CAUSES, HOLDS, isOffered, KINDS, OTHERS, reasonOf, VERDICTS } from "./verdict.ts";

const TONES = { can: ["done", "check"], ask: ["wait", "people"], cannot: ["danger", "stop"] } as const;

const CHECK_PATH = "/recover/check";
/** The cause from which the case will state this reason; null for none. */
const CAUSE_OF: Readonly<Record<RecoveryReason, (typeof CAUSES)[number] | null>> = {
	"lost key": "lost",
	inheritance: "died",
	other: "stolen",
};

export async function checkPage(c: PageContext): Promise<Response> {
	const { check } = c.get("copy");
	const answer = <Option extends string>(name: string, options: readonly Option[]) =>
		options.find((option) => option === c.req.query(name));
	const account = await lookUp(c);
	const ownKind = answer("kind", KINDS);
	// An account without code may be one whose contract does not exist yet, which its owner knows.
	const kind = account.kind === "key" ? (ownKind ?? account.kind) : (account.kind ?? ownKind);
	const isOwnWord = kind === ownKind;
	const others = answer("others", OTHERS);
	const holds = account.holds ?? answer("holds", HOLDS);
	const cause = answer("cause", CAUSES) ?? (c.req.query("reason") === "deceased" ? "died" : undefined);
	// The button that looks the account up asks for no answers yet.
	const isLooking = c.req.query("look") !== undefined;
	const isSent = c.req.path === CHECK_PATH && new URL(c.req.url).search !== "" && !isLooking;
	const missing = Object.entries({ kind, others, cause, holds })
		.filter(([, given]) => isSent && given === undefined)
		.map(([field]) => ({ field, text: check.missing }));
	const problems = [...atNumber(account.problems, account.chainId), ...missing];
	const { questions } = check;
	const safe = account.result?.ok ? account.result.body.safe : null;
	const hasModule = safe !== null && standingOf(c, Number(account.chainId), safe) === "ready";
	const isWhole = kind && others && cause && holds && account.problems.length === 0;
	const given = isWhole && { kind, others, cause, holds, hasModule };
	const carried = {
		...{
			reason: RECOVERY_REASONS.find((reason) => CAUSE_OF[reason] === cause) ?? "",
			kind: (isOwnWord && kind) || "",
		},
		...(account.problems.length === 0 && { lostAccount: account.address, chainId: account.chainId }),
	};
	const on = `/recover?${new URLSearchParams([["checked", "1"], ...carriedQuery(carried)])}`;
	const labels = {
		account: check.account.address,
		chainId: c.get("copy").labels.network,
		otherChainId: c.get("copy").common.network.number,
		kind: questions.kind.legend,
		others: questions.others.legend,
		cause: questions.cause.legend,
		holds: questions.holds.legend,
	};
	return page(
		c,
		{
			...{ title: check.title, area: "people", lead: given ? undefined : check.lead, problems, labels },
			...{ above: <Rail c={c} at="check" />, scripts: ["draft"] },
		},
		<>
			{given ? (
				<Verdict c={c} of={given} on={on} held={account.held} />
			) : (
				<LinkLine href={on} text={check.skip} />
			)}
			<Resume c={c} />
			<form novalidate method="get" action={CHECK_PATH}>
				<details open={account.address !== "" || isLooking}>
					<summary>{check.account.summary}</summary>
					<TextField
						name="account"
						label={check.account.address}
						hint={check.account.hint}
						value={account.address}
						problems={problems}
						autocomplete="off"
						isCode
					/>
					<NetworkField c={c} label={labels.chainId} value={account.chainId} problems={problems} />
					<p class="actions">
						<button type="submit" class="second" name="look" value="1">
							{check.account.look}
						</button>
					</p>
					<AccountFound c={c} of={account} />
				</details>
				{isOwnWord && (
					<Question name="kind" options={KINDS} words={questions.kind} given={kind} problems={problems} />
				)}
				<Question
					name="others"
					options={OTHERS}
					words={questions.others}
					given={others}
					problems={problems}
				/>
				<Question name="cause" options={CAUSES} words={questions.cause} given={cause} problems={problems} />
				{account.holds === undefined && (
					<Question name="holds" options={HOLDS} words={questions.holds} given={holds} problems={problems} />
				)}
				<p class="actions">
					<button type="submit" class={given ? "second" : undefined}>
						{check.submit}
					</button>
				</p>
			</form>
			{given === undefined && <HowItWorks c={c} />}
		</>,
	);
}

type QuestionProps<Option extends string> = {
	name: string;
	options: readonly Option[];
	words: { legend: string; options: Record<Option, string> };
	given: Option | undefined;
	problems: readonly Problem[];
};

function Question<Option extends string>(props: QuestionProps<Option>) {
	const { name, options, words, given, problems } = props;
	return (
		<FieldGroup name={name} legend={words.legend} problems={problems}>
			{options.map((option) => (
				<label>
					<input type="radio" name={name} value={option} checked={given === option} required />
					<span>{words.options[option]}</span>
				</label>
			))}
		</FieldGroup>
	);
}

/** `held`: symbols of the tokens whose issuer can replace them. */
type VerdictProps = {
	c: PageContext;
	of: Parameters<typeof reasonOf>[0];
	on: string;
	held: readonly string[];
};

function Verdict({ c, of, on, held }: VerdictProps) {
	const { check } = c.get("copy");
	const reason = reasonOf(of);
	const verdict = VERDICTS[reason];
	const [tone, icon] = TONES[verdict];
	const { title, why, next } = check.ends[reason];
	const issuers = Object.entries(ISSUERS).filter(([symbol]) => held.length === 0 || held.includes(symbol));
	const isIssuer = reason === "issuer";
	return (
		<section class={`now ${tone}`} aria-labelledby="verdict">
			<p class="eyebrow verdict">
				<Icon name={icon} /> {check.verdicts[verdict]}
			</p>
			<h2 id="verdict">
				{isIssuer && held.length > 0 ? check.issuer.named(issuers.map(([, { name }]) => name)) : title}
			</h2>
			<p>{why}</p>
			{of.kind === "key" && (of.others === "owner" || of.others === "guardian") && <p>{check.nobodyElse}</p>}
			{isIssuer ? <AskIssuer c={c} of={issuers} next={next} /> : <p>{next}</p>}
			{isOffered(reason) && (
				<p class="actions">
					<LinkButton
						href={on}
						text={c.get("copy").common.action.recover}
						kind={verdict === "can" ? undefined : "second"}
					/>
				</p>
			)}
		</section>
	);
}

/** `of`: issuers of the tokens that the account holds; of all that everybody knows, if the network was not asked. */
type AskProps = { c: PageContext; next: string; of: [symbol: string, { name: string; site: string }][] };

function AskIssuer({ c, of, next }: AskProps) {
	const { first, letter } = c.get("copy").check.issuer;
	return (
		<ol>
			<li>
				<p>{first}</p>
				<blockquote class="document">{letter}</blockquote>
				<p>
					<CopyButton c={c} text={letter} of={letter} />{" "}
					{of.map(([symbol, { name, site }]) => (
						<>
							<a href={site} rel="noreferrer noopener">
								{name} ({symbol})
							</a>{" "}
						</>
					))}
				</p>
			</li>
			<li>{next}</li>
		</ol>
	);
}
