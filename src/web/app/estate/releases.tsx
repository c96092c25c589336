/** `/estate/releases`: who asked for the will, and the owner's objection, which needs the session alone. */

import { ApiError, callApi } from "../core/api.ts";
import { Court } from "../core/case-view.tsx";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { Facts } from "../core/facts.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { estatePath, readEstate, timeToObject } from "./profile.ts";

export type Release = ResponseBody<"listReleaseRequests">["data"][number];

export async function releasesPage(c: PageContext): Promise<Response> {
	const { releases: copy, back } = c.get("copy").estate;
	const cursor = c.req.query("cursor");
	const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
	type List = { data: Release[]; nextCursor: string | null };
	const { data, nextCursor } = await readEstate<List>(c, `/will/release-requests${query}`);
	const { objected, late } = copy;
	const isMailed = c.env.settings.mailFrom !== null;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead(timeToObject(c)), done: { objected, late } },
		<>
			<p>
				{isMailed ? copy.mailed : copy.notMailed} {isMailed && <a href="/watch">{copy.mailedLink}</a>}
			</p>
			{data.length === 0 && <p>{copy.none}</p>}
			{data.map((release) => (
				<ReleaseCard c={c} release={release} />
			))}
			{nextCursor !== null && (
				<LinkLine href={`/estate/releases?${new URLSearchParams({ cursor: nextCursor })}`} text={copy.more} />
			)}
			<LinkLine href="/estate" text={back} />
		</>,
	);
}

/** Whether the owner can still object. */
export const isOpenRelease = ({ phase }: Release): boolean =>
	["challenge_period", "awaiting_approval", "downloadable"].includes(phase);

function ReleaseCard({ c, release }: { c: PageContext; release: Release }) {
	const { labels } = c.get("copy");
	const { releases: copy } = c.get("copy").estate;
	const { requestId, applicant, courtInfo, phase } = release;
	const { requestedAt, challengeEndsAt, downloadableUntil, endedAt } = release;
	const isOpen = isOpenRelease(release);
	const { title, fullCaseNumber, courtId } = courtInfo;
	return (
		<section class="card">
			<h2>{applicant}</h2>
			<Facts
				of={[
					[
						labels.state,
						<span class={`status ${isOpen ? "waiting" : "stopped"}`}>{copy.phases[phase]}</span>,
					],
					[copy.court, `${title}, ${fullCaseNumber},`, <Court id={courtId} />],
					[labels.requested, <Time c={c} iso={requestedAt} />],
					[copy.objectUntil, <Time c={c} iso={challengeEndsAt} />],
					[copy.readUntil, downloadableUntil && <Time c={c} iso={downloadableUntil} />],
					[labels.ended, endedAt && <Time c={c} iso={endedAt} />],
				]}
			/>
			{isOpen && (
				<PostForm action="/estate/releases" submit={copy.object} fields={{ requestId, applicant }} />
			)}
		</section>
	);
}

export async function objectToRelease(c: PageContext): Promise<Response> {
	const { releases: copy } = c.get("copy").estate;
	const form = await readForm(c);
	const [requestId, applicant] = [form.text("requestId"), form.text("applicant")];
	if (!isConfirmed(form)) {
		return secondLook(c, {
			area: "people",
			title: copy.objectTitle,
			effect: copy.objectEffect,
			about: [[copy.applicant, applicant]],
			action: copy.objectAction,
			fields: { requestId, applicant },
			back: "/estate/releases",
		});
	}
	const path = estatePath(c, `/will/release-requests/${encodeURIComponent(requestId)}/object`);
	const objected = await callApi(c, { method: "POST", path, as: "wallet" });
	if (objected.ok) return redirect(c, "/estate/releases", "objected");
	if (objected.code === "RELEASE_STATUS_ERROR") return redirect(c, "/estate/releases", "late");
	throw new ApiError(objected);
}
