/** `/estate/module`: what an account can do with the recovery module, and what stands on its chain (hosted-app.md "An account with the module"). */
import type { Child } from "hono/jsx";
import type { AccountOnChain, SafeOnChain } from "../../../protocol/recovery-module/account-on-chain.ts";
import { hasValidChecksum, toChecksumAddress } from "../core/addresses.ts";
import { Facts } from "../core/facts.tsx";
import { fieldsOf, ProblemList, SelectField, TextField } from "../core/fields.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, networkText } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { findWallet } from "../core/wallet.ts";
import {
	type Asked,
	DAY_SECONDS,
	type Entries,
	entriesOf,
	isAddress,
	MODULE_PATH,
	ModuleForm,
} from "./module-form.tsx";

export async function modulePage(c: PageContext): Promise<Response> {
	const asked = { account: c.req.query("account")?.trim(), chainId: c.req.query("chainId")?.trim() };
	if (asked.account === undefined || asked.chainId === undefined) return lookUpPage(c, asked, []);
	const found = readAsked(c, asked);
	return "account" in found ? shownAccount(c, found) : lookUpPage(c, asked, found.problems);
}

export function lookUpPage(
	c: PageContext,
	typed: LookUpProps["typed"],
	problems: readonly Problem[],
): Promise<Response> {
	const status = problems.length > 0 ? 400 : 200;
	return frame(c, <LookUp c={c} typed={typed} problems={problems} />, status);
}

/** The state of an account, with a form below it. @param rejected what was typed, and its problems */
export async function shownAccount(
	c: PageContext,
	asked: Asked,
	rejected: { entries?: Entries; problems?: readonly Problem[] } = {},
): Promise<Response> {
	const copy = c.get("copy").estateModule;
	const typed = { account: asked.account, chainId: String(asked.chainId) };
	const onChain = await c.env.accountOnChain(asked);
	const isFollowed = onChain !== "unavailable" || rejected.entries !== undefined;
	const lookUp = <LookUp c={c} typed={typed} problems={[]} isFollowed={isFollowed} />;
	if (onChain === "unavailable") {
		const unavailable = (
			<>
				<p class="note caution" role="alert">
					{copy.unavailable}
				</p>
				{rejected.entries && <ModuleForm c={c} asked={asked} entries={rejected.entries} problems={[]} />}
				{lookUp}
			</>
		);
		return frame(c, unavailable, 503);
	}
	const { entries = entriesOf(c, asked, onChain), problems = [] } = rejected;
	return frame(
		c,
		<>
			<ProblemList c={c} problems={problems} labels={copy.form.labels} />
			<Kind c={c} asked={asked} onChain={onChain} />
			{onChain.kind === "safe" && (
				<>
					<Standing c={c} asked={asked} safe={onChain} />
					{onChain.configuration !== null && (
						<ModuleForm {...{ c, asked, entries, problems }} isChange={onChain.configuration.threshold > 0} />
					)}
				</>
			)}
			{lookUp}
		</>,
		problems.length > 0 ? 400 : 200,
	);
}

/** Checks what the address or a form names. */
export function readAsked(
	c: PageContext,
	{ account = "", chainId = "" }: { account?: string | undefined; chainId?: string | undefined },
): Asked | { problems: Problem[] } {
	const { address, rules } = c.get("copy").problems;
	const problems: Problem[] = [];
	if (!isAddress(account)) problems.push({ field: "account", text: address });
	else if (!hasValidChecksum(account)) problems.push({ field: "account", text: rules.checksum });
	if (!networks(c).includes(chainId))
		problems.push({ field: "chainId", text: c.get("copy").estateModule.account.chain });
	return problems.length > 0
		? { problems }
		: { account: toChecksumAddress(account), chainId: Number(chainId) };
}

const networks = (c: PageContext): string[] => [...c.env.settings.moduleReviewers.keys()].map(String);

function frame(c: PageContext, content: Child, status: number): Promise<Response> {
	const copy = c.get("copy").estateModule;
	const isOffered = networks(c).length > 0;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead, status },
		<>
			{isOffered ? (
				<>
					<p class="note danger">{copy.notAudited}</p>
					{content}
				</>
			) : (
				<p>{copy.off}</p>
			)}
			<LinkLine href="/estate" text={c.get("copy").common.nav.estate} />
		</>,
	);
}

type LookUpProps = {
	c: PageContext;
	typed: { account?: string | undefined; chainId?: string | undefined };
	problems: readonly Problem[];
	/** The page's main button is another one. */
	isFollowed?: boolean;
};

function LookUp({ c, typed, problems, isFollowed = false }: LookUpProps) {
	const { account: copy } = c.get("copy").estateModule;
	const account = typed.account ?? findWallet(c)?.address;
	const field = fieldsOf({
		labels: copy.labels,
		hints: { account: copy.hint },
		typed: { ...typed, account },
		problems,
	});
	return (
		<section aria-labelledby="look-up">
			<h2 id="look-up">{copy.heading}</h2>
			<ProblemList c={c} problems={problems} labels={copy.labels} />
			<form novalidate method="get" action={MODULE_PATH}>
				<TextField {...field("account")} isCode required />
				<SelectField
					{...field("chainId")}
					options={networks(c).map((id) => [id, networkText(c, Number(id))])}
				/>
				<p class="actions">
					<button type="submit" class={isFollowed ? "second" : undefined}>
						{copy.submit}
					</button>
				</p>
			</form>
		</section>
	);
}

function Kind({ c, asked, onChain }: { c: PageContext; asked: Asked; onChain: AccountOnChain }) {
	const copy = c.get("copy").estateModule;
	const { heading, text } = copy.kinds[onChain.kind];
	return (
		<>
			<h2>{heading}</h2>
			<p>
				<Code c={c} text={asked.account} />
			</p>
			<p>{text}</p>
			{onChain.kind === "safe" && onChain.configuration === null && (
				<p class="note caution">{copy.missing}</p>
			)}
		</>
	);
}

function Standing({ c, asked, safe }: { c: PageContext; asked: Asked; safe: SafeOnChain }) {
	const { chain: copy, days } = c.get("copy").estateModule;
	const { configuration } = safe;
	const isConfigured = configuration !== null && configuration.threshold > 0;
	const state = isConfigured ? (safe.isEnabled ? "ready" : "disabled") : safe.isEnabled ? "empty" : "none";
	const named = c.env.settings.moduleReviewers.get(asked.chainId) ?? [];
	const own = configuration?.reviewers.filter((one) => named.includes(one.toLowerCase())) ?? [];
	const list = (addresses: readonly string[]) => addresses.map((one) => <Code c={c} text={one} />);
	return (
		<section aria-labelledby="standing">
			<h2 id="standing">{copy.heading}</h2>
			<p>
				<strong>{copy.states[state]}</strong>
			</p>
			{isConfigured && own.length < configuration.threshold && <p class="note caution">{copy.foreign}</p>}
			<Facts
				of={[
					[c.get("copy").labels.network, networkText(c, asked.chainId)],
					[copy.owners, ...list(safe.owners)],
					[copy.signatures, copy.of(safe.threshold, safe.owners.length)],
					[copy.module, safe.isEnabled ? copy.isEnabled : copy.isNotEnabled],
					...(isConfigured
						? ([
								[copy.reviewers, ...list(configuration.reviewers)],
								[copy.approvals, copy.of(configuration.threshold, configuration.reviewers.length)],
								[copy.delay, days(daysOf(configuration.delaySeconds))],
								[copy.expiry, days(daysOf(configuration.expirySeconds))],
								[copy.vetoers, ...list(configuration.vetoers)],
								[copy.generation, configuration.generation],
							] as const)
						: []),
				]}
			/>
			{state === "ready" && <LinkLine href="/watch" text={c.get("copy").watch.offer} />}
		</section>
	);
}

/** One decimal where another tool has named no whole days. */
const daysOf = (seconds: number): number => Math.round((seconds / DAY_SECONDS) * 10) / 10;
