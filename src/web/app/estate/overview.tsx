/** `/estate`: what is done for the heirs and what comes next, by the wallet's session; without one, what the page is for. */
import { LinkButton, WayOn } from "../core/form.tsx";
import { Code, Items, Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { sessionToken, signInPath } from "../core/sessions.ts";
import { type State, type Task, TaskList } from "../core/tasks.tsx";
import { readAddresses } from "../watch/addresses.tsx";
import { type Profile, readEstate, readProfile, timeToObject } from "./profile.ts";
import { isOpenRelease, type Release } from "./releases.tsx";

type Addresses = Awaited<ReturnType<typeof readAddresses>>;

export async function overviewPage(c: PageContext): Promise<Response> {
	if (sessionToken(c, "wallet") === undefined) return aboutPage(c);
	const { common, estate: copy } = c.get("copy");
	const [profile, releases, addresses] = await Promise.all([
		readProfile(c),
		readEstate<{ data: Release[] }>(c, "/will/release-requests"),
		readAddresses(c),
	]);
	const isAskedFor = releases.data.some(isOpenRelease);
	const tasks = tasksOf(c, profile, addresses);
	const isPrepared = tasks.every(({ state }) => state === undefined || state[1] === "done");
	return page(
		c,
		{ title: common.nav.estate, area: "people", lead: copy.lead, done: { erased: copy.erase.erased } },
		<>
			{isAskedFor && (
				<div class="note danger">
					<p>{copy.releases.waiting}</p>
					<WayOn href="/estate/releases" text={copy.releases.see} />
				</div>
			)}
			{isPrepared && (
				<div class="note done">
					<h2 class="note-title">{copy.prepared.heading}</h2>
					<Items of={copy.prepared.items} isOrdered />
				</div>
			)}
			<OwnAccount c={c} profile={profile} />
			<h2>{copy.tasks.heading}</h2>
			<TaskList
				tasks={tasks}
				next={
					isAskedFor ? undefined : tasks.find(({ state }) => state?.[1] === "" || state?.[1] === "waiting")
				}
			/>
			<h2>{copy.later.heading}</h2>
			<TaskList tasks={laterOf(c, { isAskedFor, isMailed: addresses !== null })} />
			<p class="actions">
				<LinkButton href="/estate/erase" text={copy.erase.title} kind="danger" />
			</p>
		</>,
	);
}

function OwnAccount({ c, profile: { ownerAddress, chainId } }: { c: PageContext; profile: Profile }) {
	const { estate: copy } = c.get("copy");
	return (
		<p>
			{copy.account} <Code c={c} text={ownerAddress} />
			{chainId !== null && (
				<>
					{" "}
					{copy.onOneNetwork} <Network c={c} chainId={chainId} />
				</>
			)}
		</p>
	);
}

/** In the order in which they are done. A will without a code is not done, and the code is what comes next. */
function tasksOf(c: PageContext, profile: Profile, addresses: Addresses): Task[] {
	const { agreement, privacyCodes, will } = profile;
	const { tasks: copy } = c.get("copy").estate;
	const isAccepted = agreement.accepted?.version === agreement.current.version;
	const live = privacyCodes.filter((code) => isLive(code)).length;
	const { terms, will: ofWill, codes } = copy;
	return [
		{
			...{ ...terms, href: "/estate/terms" },
			state: isAccepted ? [terms.accepted, "done"] : [copy.open, ""],
		},
		{ ...ofWill, href: "/estate/will", state: will ? willState(c, will, live > 0) : [ofWill.none, ""] },
		{ ...codes, href: "/estate/codes", state: [codes.count(live), live > 0 ? "done" : ""] },
		...(addresses === null ? [] : [mailTask(c, addresses)]),
		{
			...copy.actor,
			href: hasModule(c) ? `/estate/module?account=${profile.ownerAddress}` : "/recover/check",
		},
	];
}

function willState(c: PageContext, will: NonNullable<Profile["will"]>, canBeAskedFor: boolean): State {
	const { will: copy } = c.get("copy").estate.tasks;
	if (!canBeAskedFor) return [copy.unreachable, "stopped"];
	return [
		<>
			{copy.newest(will.version)} <Time c={c} iso={will.uploadedAt} only="date" />
		</>,
		"done",
	];
}

function mailTask(c: PageContext, addresses: NonNullable<Addresses>): Task {
	const { mail: copy } = c.get("copy").estate.tasks;
	const task = { ...copy, hint: copy.hint(timeToObject(c)), href: "/watch" };
	const isTold = addresses.some(
		({ confirmedAt, mailStopped, removedAt }) =>
			confirmedAt !== null && mailStopped === null && removedAt === null,
	);
	if (isTold) return { ...task, state: [copy.confirmed, "done"] };
	return { ...task, state: addresses.length > 0 ? [copy.unconfirmed, "waiting"] : [copy.none, ""] };
}

type Later = { isAskedFor: boolean; isMailed: boolean };

function laterOf(c: PageContext, { isAskedFor, isMailed }: Later): Task[] {
	const { estate: copy, signing } = c.get("copy");
	const { later } = copy;
	return [
		{
			title: copy.releases.title,
			href: "/estate/releases",
			...(!isMailed && { hint: copy.releases.notMailed }),
			state: isAskedFor ? [later.asked, "stopped"] : [later.notAsked, ""],
		},
		{ title: copy.history.title, href: "/estate/history" },
		{ title: signing.download.title.estate, href: "/estate/download" },
	];
}

/** True if a court can resolve the code now. */
export function isLive({ revokedAt, expiresAt }: Profile["privacyCodes"][number]): boolean {
	return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function aboutPage(c: PageContext): Promise<Response> {
	const { common, estate: copy } = c.get("copy");
	return page(
		c,
		{ title: common.nav.estate, area: "people", lead: copy.lead },
		<>
			<HeirsNeed c={c} />
			<WayOn href={signInPath("wallet", "/estate")} text={copy.signIn} />
			<h2>{copy.not.heading}</h2>
			<Items of={copy.not.items} />
		</>,
	);
}

/** Whether the service knows a recovery module that an owner can set up. */
const hasModule = (c: PageContext) => c.env.settings.moduleReviewers.size > 0;

function HeirsNeed({ c }: { c: PageContext }) {
	const { heirs: copy } = c.get("copy").estate;
	const [someone, ...others] = copy.items;
	return (
		<>
			<h2>{copy.heading}</h2>
			<ol>
				<li>
					{someone}
					{hasModule(c) && (
						<>
							{" "}
							<a href="/estate/module">{copy.module}</a>
						</>
					)}
				</li>
				{others.map((item) => (
					<li>{item}</li>
				))}
			</ol>
		</>
	);
}
