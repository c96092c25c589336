/** `/review/releases`: courts ask for the will of somebody who has died, and reviewers decide. */

import { callApi, download } from "../core/api.ts";
import { courtFacts } from "../core/case-view.tsx";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { notFoundPage } from "../core/errors.tsx";
import { type Fact, Facts } from "../core/facts.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Code, Items, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf } from "../core/search.tsx";
import { read } from "./access.tsx";
import { DOCUMENT, ShowLink, viewerOf } from "./document-viewer.tsx";
import { notChanged, statusList } from "./parts.tsx";

type Releases = ResponseBody<"reviewReleaseRequests">;
type Release = Releases["data"][number];

const STATUSES = ["open", "approved", "objected", "rejected"] as const;
const API_PATH = "/review/release-requests";
const REJECTABLE: readonly Release["phase"][] = ["challenge_period", "awaiting_approval", "downloadable"];
const SHAPES: Partial<Record<Release["phase"], string>> = {
	challenge_period: "waiting",
	awaiting_approval: "waiting",
	downloadable: "done",
	objected: "stopped",
	rejected: "stopped",
};

export async function releasesPage(c: PageContext): Promise<Response> {
	const { releases: copy } = c.get("copy").review;
	const status = STATUSES.find((known) => known === c.req.query("status")) ?? "open";
	const { data, nextCursor } = await read<Releases>(c, `${API_PATH}?${queryOf(c, [])}&status=${status}`);
	const cards = data.map((release) => <ReleaseCard c={c} release={release} />);
	return statusList(c, { path: "/review/releases", copy, cards, nextCursor });
}

/** One request, at an address that reviewers can send each other. */
export async function releasePage(c: PageContext): Promise<Response> {
	const { releases: copy } = c.get("copy").review;
	const release = await readRelease(c);
	const { order, courtInfo } = release;
	const path = `/review/releases/${release.requestId}`;
	if (!["order", undefined].includes(c.req.query(DOCUMENT))) return notFoundPage(c);
	const shown = c.req.query(DOCUMENT) && { ...order, title: copy.order, path: `${path}/order` };
	return page(
		c,
		{
			...{ title: courtInfo.title, area: "reviewers", ...viewerOf(c, shown || undefined, path) },
			above: <LinkLine href="/review/releases" text={copy.title} />,
		},
		<>
			<Phase c={c} release={release} />
			{REJECTABLE.includes(release.phase) && <Items isOrdered of={copy.steps} />}
			<p>
				<a href={`${path}/order`}>{copy.order}</a>
			</p>
			<ShowLink c={c} document="order" title={copy.order} />
			<ReleaseFacts c={c} release={release} />
			<DecisionButtons c={c} release={release} />
		</>,
	);
}

type Props = { c: PageContext; release: Release };

function Phase({ c, release: { phase } }: Props) {
	return (
		<p>
			<span class={`status ${SHAPES[phase] ?? ""}`}>{c.get("copy").review.releases.phases[phase]}</span>
		</p>
	);
}

/** In the list. It is decided on its own page, beside the order. */
function ReleaseCard({ c, release }: Props) {
	const { releases: copy } = c.get("copy").review;
	const { requestId, courtInfo, applicant, approvals } = release;
	return (
		<section class="card" aria-labelledby={requestId}>
			<h2 id={requestId}>
				<a href={`/review/releases/${requestId}`}>{courtInfo.title}</a>
			</h2>
			<Phase c={c} release={release} />
			<Facts
				of={[
					[copy.applicant, applicant],
					[copy.asked, <Time c={c} iso={release.requestedAt} />],
					[copy.objectUntil, <Time c={c} iso={release.challengeEndsAt} />],
					[copy.approvals, copy.approval(approvals.length)],
				]}
			/>
		</section>
	);
}

function ReleaseFacts({ c, release }: Props) {
	const { labels, review } = c.get("copy");
	const { releases: copy } = review;
	const { downloadableUntil, endedAt, approvals, order } = release;
	return (
		<Facts
			of={[
				...aboutRelease(c, release),
				[copy.asked, <Time c={c} iso={release.requestedAt} />],
				[copy.objectUntil, <Time c={c} iso={release.challengeEndsAt} />],
				[copy.approvals, copy.approval(approvals.length)],
				[copy.downloadUntil, downloadableUntil && <Time c={c} iso={downloadableUntil} />],
				[labels.ended, endedAt && <Time c={c} iso={endedAt} />],
				[copy.checksum, <Code c={c} text={order.sha256} />],
			]}
		/>
	);
}

function DecisionButtons({ c, release: { requestId, phase } }: Props) {
	const { releases: copy } = c.get("copy").review;
	if (!REJECTABLE.includes(phase)) return null;
	return (
		<form novalidate method="post" action={`/review/releases/${requestId}`} class="actions">
			{phase === "awaiting_approval" && (
				<button type="submit" name="decision" value="approve">
					{copy.approve}
				</button>
			)}
			<button type="submit" name="decision" value="reject" class="danger">
				{copy.reject}
			</button>
		</form>
	);
}

/** Who asks for which will, and by which order. */
function aboutRelease(c: PageContext, release: Release): Fact[] {
	const { releases: copy } = c.get("copy").review;
	const { applicant, applicantId, ownerAddress, chainId, courtInfo } = release;
	const onChain = chainId !== null && `(${copy.ownerOnChain(chainId)})`;
	return [
		[copy.applicant, applicant],
		[copy.account, <Code c={c} text={applicantId} />],
		[copy.owner, <Code c={c} text={ownerAddress} />, onChain],
		...courtFacts(c, courtInfo),
	];
}

export function releaseOrder(c: PageContext): Promise<Response> {
	return download(c, `${API_PATH}/${encodeURIComponent(c.req.param("requestId") ?? "")}/order`, "developer");
}

export async function decideReleasePage(c: PageContext): Promise<Response> {
	const { releases: copy } = c.get("copy").review;
	const form = await readForm(c);
	const requestId = c.req.param("requestId") ?? "";
	const decision = form.text("decision") === "approve" ? "approve" : "reject";
	if (!isConfirmed(form)) return askAgain(c, decision);
	const path = `${API_PATH}/${encodeURIComponent(requestId)}/decisions`;
	const response = await callApi(c, { method: "POST", path, as: "developer", body: { decision } });
	if (response.ok) return redirect(c, "/review/releases", "done");
	return page(
		c,
		{ title: copy.title, area: "reviewers", ...notChanged(c, response) },
		<WayOn href="/review/releases" text={c.get("copy").common.action.back} />,
	);
}

async function askAgain(c: PageContext, decision: "approve" | "reject"): Promise<Response> {
	const { releases: copy } = c.get("copy").review;
	const release = await readRelease(c);
	if (!REJECTABLE.includes(release.phase)) return redirect(c, `/review/releases/${release.requestId}`);
	const effects = {
		approve: release.approvals.length === 0 ? copy.approveFirst : copy.approveSecond,
		reject: copy.rejectEffect,
	};
	return secondLook(c, {
		area: "reviewers",
		title: decision === "approve" ? copy.approveQuestion : copy.rejectQuestion,
		effect: effects[decision],
		about: aboutRelease(c, release),
		action: decision === "approve" ? copy.approveAction : copy.rejectAction,
		isFinal: true,
		fields: { decision },
		back: `/review/releases/${release.requestId}`,
	});
}

function readRelease(c: PageContext): Promise<Release> {
	const requestId = encodeURIComponent(c.req.param("requestId") ?? "");
	return read<Release>(c, `${API_PATH}/${requestId}`);
}
