/** `/resolve/releases`: an account's own requests for one owner's will. */

import { ApiError, callApi, download } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { OwnReleasesForm } from "./own-releases-form.tsx";

type Releases = ResponseBody<"listReleaseRequests">;
type Release = Releases["data"][number];

const SHAPES: Record<Release["phase"], string> = {
	challenge_period: "waiting",
	awaiting_approval: "waiting",
	downloadable: "done",
	objected: "stopped",
	rejected: "stopped",
	over: "",
};

const releasesPath = (ownerAddress: string) =>
	`/estate-profiles/${encodeURIComponent(ownerAddress)}/will/release-requests`;

export async function ownReleasesPage(c: PageContext): Promise<Response> {
	const { own: copy, problems: words } = c.get("copy").resolve;
	const owner = c.req.query("owner")?.trim() ?? "";
	const cursor = c.req.query("cursor");
	const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
	const response = await callApi<Releases>(c, {
		method: "GET",
		path: `${releasesPath(owner)}${query}`,
		as: "developer",
	});
	if (!response.ok && response.status !== 400) throw new ApiError(response);
	const problems = response.ok ? [] : problemsOf(c, response, words).map(asOwner);
	return page(
		c,
		{
			...{ title: copy.title, area: "courts", lead: copy.lead, done: { done: copy.done } },
			...{ status: response.status, problems, labels: { owner: c.get("copy").labels.owner } },
		},
		<>
			{response.ok && response.body.data.length === 0 && <p>{copy.none}</p>}
			{response.ok && response.body.data.map((release) => <OwnRelease c={c} release={release} />)}
			{response.ok && <Pager c={c} nextCursor={response.body.nextCursor} />}
			<OwnReleasesForm c={c} typed={owner} problems={problems} />
			<LinkLine href="/resolve" text={copy.start} />
		</>,
	);
}

/** The form has a shorter name for the field. */
const asOwner = (problem: Problem): Problem =>
	problem.field === "ownerAddress" ? { ...problem, field: "owner" } : problem;

function OwnRelease({ c, release }: { c: PageContext; release: Release }) {
	const { labels, resolve, review } = c.get("copy");
	const { releases: copy } = review;
	const { requestId, ownerAddress, phase, courtInfo, downloadableUntil } = release;
	return (
		<section aria-labelledby={requestId}>
			<h2 id={requestId}>{courtInfo.title}</h2>
			<p>
				<span class={`status ${SHAPES[phase]}`}>{copy.phases[phase]}</span>
			</p>
			<Facts
				of={[
					[labels.caseNumber, courtInfo.fullCaseNumber],
					[copy.applicant, release.applicant],
					[copy.asked, <Time c={c} iso={release.requestedAt} />],
					[copy.objectUntil, <Time c={c} iso={release.challengeEndsAt} />],
					[copy.approvals, copy.approval(release.approvals)],
					[copy.downloadUntil, downloadableUntil !== null && <Time c={c} iso={downloadableUntil} />],
				]}
			/>
			{phase === "downloadable" && (
				<WayOn href={`/resolve/releases/${ownerAddress}/${requestId}/will`} text={resolve.own.will} />
			)}
		</section>
	);
}

export function releasedWill(c: PageContext): Promise<Response> {
	const requestId = encodeURIComponent(c.req.param("requestId") ?? "");
	return download(c, `${releasesPath(c.req.param("ownerAddress") ?? "")}/${requestId}/will`, "developer");
}
