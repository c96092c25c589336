/** The first step: the requirements, and the account. */
import { Facts } from "../core/facts.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Code, Items, Network } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { sessionToken, signInPath } from "../core/sessions.ts";
import { findWallet, walletAddress } from "../core/wallet.ts";
import { Filled, Mark } from "../links/marks.tsx";
import { isLocked, isPrefilled, keepLink } from "../links/started-link.ts";
import { carriedQuery, type Draft, HEIR } from "./draft.ts";
import { DraftFields, postedStep, recoverPath, STEP_FORM, stepPage } from "./frame.tsx";
import { hasOtherAccount } from "./linked.ts";

export function whoPage(c: PageContext, draft: Draft): Promise<Response> {
	const copy = c.get("copy").recover;
	const { needs } = copy.who;
	const isOfHeir = draft.reason === HEIR;
	const hasSession = sessionToken(c, "wallet") !== undefined;
	// The page of the link has said it.
	const lead = c.get("link") ? undefined : isOfHeir ? copy.who.leadOfHeir : copy.who.lead;
	return stepPage(
		c,
		{ step: "who", heading: copy.title, lead },
		<>
			<Resume c={c} />
			<LinkedAccount c={c} />
			<h2>{copy.who.need}</h2>
			<Items of={[needs.wallet, ...(draft.lostAccount === "" ? [needs.address] : []), needs.time]} />
			<LinkNote c={c} />
			{hasSession ? <SignedIn c={c} draft={draft} /> : <SignIn c={c} draft={draft} />}
			<p class="quiet">{copy.kept}</p>
			<noscript>
				<p class="quiet">{copy.notKept}</p>
			</noscript>
			<h2>{copy.who.limits}</h2>
			{draft.kind === "key" ? (
				<p>{copy.who.limitsOfKey}</p>
			) : (
				<>
					<p>{copy.who.limitsText}</p>
					<p>
						{copy.who.module} <a href="/developers/docs/recovery-module">{copy.who.moduleMore}</a>
					</p>
				</>
			)}
			{c.get("link") === undefined && <LinkLine href="/recover/check" text={c.get("copy").check.title} />}
		</>,
	);
}

/**
 * Shown by the script only, if this browser has a draft. The address of a step resumes at once, unless it carries another
 * account.
 */
export function Resume({ c }: { c: PageContext }) {
	const { draft } = c.get("copy").recover;
	const isPlain = c.req.method === "GET" && !c.req.query("account") && !c.req.query("reason");
	return (
		<form
			novalidate
			method="post"
			action={recoverPath(c)}
			class="note"
			data-resume={isPlain ? (c.req.query("step") ?? "") : ""}
			data-link={c.get("link")?.view.linkId}
			hidden
		>
			<h2 class="note-title">{draft.heading}</h2>
			<p>{draft.text}</p>
			<p class="actions">
				<button type="submit">{draft.resume}</button>
				<button type="button" class="second" data-discard>
					{draft.discard}
				</button>
			</p>
		</form>
	);
}

function SignedIn({ c, draft }: { c: PageContext; draft: Draft }) {
	const { who } = c.get("copy").recover;
	const isOther = hasOtherAccount(c);
	return (
		<>
			<p>{isOther ? who.signedInOther : who.signedIn}</p>
			<p>
				<Code c={c} text={walletAddress(c)} />
			</p>
			<form novalidate id={STEP_FORM} method="post" action={recoverPath(c)} data-step={postedStep(c, "who")}>
				<DraftFields step="who" draft={draft} />
				<p class="actions">
					{!isOther && (
						<button type="submit" name="go" value="lost">
							{who.go}
						</button>
					)}
					<a class={isOther ? "button" : "button second"} href={signInFor(c, recoverPath(c))}>
						{who.other}
					</a>
				</p>
			</form>
		</>
	);
}

function SignIn({ c, draft }: { c: PageContext; draft: Draft }) {
	const { who } = c.get("copy").recover;
	const carried = c.get("link") ? [] : carriedQuery(draft);
	const next = `/recover?${new URLSearchParams([["step", "lost"], ...carried])}`;
	return <WayOn href={signInFor(c, keepLink(c, next))} text={who.signIn} />;
}

const signInFor = (c: PageContext, next: string) =>
	signInPath("wallet", next, { chainId: c.get("link")?.view.prefill?.chainId });

/** The account that a hosted link has filled in. */
function LinkedAccount({ c }: { c: PageContext }) {
	const { lostAccount, chainId, reasonForRecovery = "" } = c.get("link")?.view.prefill ?? {};
	if (lostAccount === undefined) return null;
	return (
		<Facts
			of={[
				[
					c.get("copy").labels.lostAccountOf(reasonForRecovery),
					<Code c={c} text={lostAccount} />,
					chainId !== undefined && <Network c={c} chainId={chainId} />,
				],
			]}
		/>
	);
}

/** The note about a hosted link, and about the account that its partner expects. */
function LinkNote({ c }: { c: PageContext }) {
	const link = c.get("link");
	if (!link) return null;
	return (
		<>
			<Filled c={c} view={link.view} />
			<Expected c={c} account={link.view.prefill?.recoveryAccount} host={link.view.host} />
		</>
	);
}

type ExpectedProps = { c: PageContext; account: string | undefined; host: string };

/** Nothing once the visitor has signed in with that account. */
function Expected({ c, account, host }: ExpectedProps) {
	const { expected } = c.get("copy").links;
	const hasWallet = findWallet(c) !== undefined;
	if (account === undefined || (hasWallet && isPrefilled(c, "recoveryAccount", walletAddress(c))))
		return null;
	const fixed = isLocked(c, "recoveryAccount");
	return (
		<div class={hasWallet && fixed ? "note danger" : "note caution"}>
			<h2 class="note-title">{expected.heading}</h2>
			<p>{expected.text(host)}</p>
			<p>
				<Code c={c} text={account} /> <Mark c={c} isFilledIn />
			</p>
			{fixed && <p>{expected.mustBe(host)}</p>}
			{!fixed && hasWallet && <p>{expected.maybe}</p>}
		</div>
	);
}
