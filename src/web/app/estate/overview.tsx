/** `/estate`: the state of the estate, and the next steps. */
import type { Child } from "hono/jsx";
import { WayOn } from "../core/form.tsx";
import { Code, Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { type Profile, readEstate, readProfile } from "./profile.ts";
import { isOpenRelease, type Release } from "./releases.tsx";

export async function overviewPage(c: PageContext): Promise<Response> {
	const { common, estate: copy, signing } = c.get("copy");
	const [profile, releases] = await Promise.all([
		readProfile(c),
		readEstate<{ data: Release[] }>(c, "/will/release-requests"),
	]);
	const isAskedFor = releases.data.some(isOpenRelease);
	const { ownerAddress, chainId } = profile;
	return page(
		c,
		{ title: common.nav.estate, area: "people", lead: copy.lead, done: { erased: copy.erase.erased } },
		<>
			<p>
				{copy.account} <Code c={c} text={ownerAddress} />
				{chainId !== null && (
					<>
						{" "}
						{copy.onOneNetwork} <Network c={c} chainId={chainId} />
					</>
				)}
			</p>
			<Parts c={c} profile={profile} isAskedFor={isAskedFor} />
			<ul>
				<li>
					<a href="/estate/history">{copy.history.title}</a>
				</li>
				{c.env.settings.moduleReviewers.size > 0 && (
					<li>
						<a href={`/estate/module?account=${ownerAddress}`}>{c.get("copy").estateModule.title}</a>
					</li>
				)}
				<li>
					<a href="/watch">{c.get("copy").watch.offer}</a>
				</li>
				<li>
					<a href="/estate/download">{signing.download.title.estate}</a>
				</li>
				<li>
					<a href="/estate/erase">{copy.erase.submit}</a>
				</li>
			</ul>
		</>,
	);
}

function Parts({ c, profile, isAskedFor }: { c: PageContext; profile: Profile; isAskedFor: boolean }) {
	const { parts: copy } = c.get("copy").estate;
	const { agreement, privacyCodes, will } = profile;
	const isAccepted = agreement.accepted?.version === agreement.current.version;
	const live = privacyCodes.filter((code) => isLive(code)).length;
	return (
		<>
			{isAskedFor && (
				<div class="note danger">
					<p>{copy.releases.waiting}</p>
					<WayOn href="/estate/releases" text={copy.releases.see} />
				</div>
			)}
			<Part
				title={copy.terms.title}
				state={isAccepted ? copy.terms.accepted : copy.terms.open}
				shape={isAccepted ? "done" : "waiting"}
				link={["/estate/terms", isAccepted ? copy.terms.again : copy.terms.read]}
				isNext={!isAskedFor && !isAccepted}
			/>
			<Part
				title={copy.codes.title}
				state={copy.codes.count(live)}
				shape={live > 0 ? "done" : ""}
				link={["/estate/codes", copy.codes.open]}
				isNext={!isAskedFor && isAccepted && live === 0}
			/>
			<Part
				title={copy.will.title}
				state={will ? copy.will.newest(will.version) : copy.will.none}
				shape={will ? "done" : ""}
				link={["/estate/will", c.get("copy").estate.will.title]}
				isNext={!isAskedFor && isAccepted && live > 0 && will === null}
			>
				{will && <Time c={c} iso={will.uploadedAt} />}
			</Part>
			{!isAskedFor && (
				<Part
					title={copy.releases.title}
					state={copy.releases.none}
					shape=""
					link={["/estate/releases", copy.releases.open]}
				/>
			)}
		</>
	);
}

/** True if a court can resolve the code now. */
export function isLive({ revokedAt, expiresAt }: Profile["privacyCodes"][number]): boolean {
	return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

type PartProps = {
	title: string;
	state: string;
	shape: "done" | "waiting" | "";
	link: readonly [href: string, text: string];
	/** One part at most has the page's primary action. */
	isNext?: boolean;
	children?: Child;
};

function Part({ title, state, shape, link: [href, text], isNext = false, children }: PartProps) {
	return (
		<section class="card">
			<h2>{title}</h2>
			<p>
				<span class={`status ${shape}`}>{state}</span> {children}
			</p>
			<p>
				<a class={isNext ? "button" : "button second"} href={href}>
					{text}
				</a>
			</p>
		</section>
	);
}
