/** `/estate/releases`: who asked for the will, and the owner's objection, which needs the session alone. */

import type { Answer } from "../core/answers.ts";
import { ApiError, callApi } from "../core/api.ts";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import { takeNote } from "../core/notes.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { estatePath, readEstate } from "./profile.ts";

export type Release = Answer<"listReleaseRequests">["data"][number];

export async function releasesPage(c: PageContext): Promise<Response> {
	const { releases: copy, back } = c.get("copy").estate;
	const cursor = c.req.query("cursor");
	const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
	type List = { data: Release[]; nextCursor: string | null };
	const { data, nextCursor } = await readEstate<List>(c, `/will/release-requests${query}`);
	const taken = takeNote(c);
	const note = taken === "objected" || taken === "late" ? copy[taken] : undefined;
	return page(
		c,
		{ title: copy.title, area: "people" },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			{note !== undefined && (
				<p class="note" role="status">
					{note}
				</p>
			)}
			{data.length === 0 && <p>{copy.none}</p>}
			{data.map((release) => (
				<ReleaseCard c={c} release={release} />
			))}
			{nextCursor !== null && (
				<p>
					<a href={`/estate/releases?${new URLSearchParams({ cursor: nextCursor })}`}>{copy.more}</a>
				</p>
			)}
			<p>
				<a href="/estate">{back}</a>
			</p>
		</>,
	);
}

const OPEN_PHASES: readonly string[] = ["challenge_period", "awaiting_approval", "downloadable"];

function ReleaseCard({ c, release }: { c: PageContext; release: Release }) {
	const { releases: copy } = c.get("copy").estate;
	const { requestId, applicant, courtInfo, phase, requestedAt, challengeEndsAt } = release;
	const isOpen = OPEN_PHASES.includes(phase);
	const { title, fullCaseNumber, courtId } = courtInfo;
	const times = [
		[copy.asked, requestedAt],
		[copy.objectUntil, challengeEndsAt],
		[copy.readUntil, release.downloadableUntil],
		[copy.ended, release.endedAt],
	] as const;
	return (
		<section class="card">
			<h2>{applicant}</h2>
			<dl>
				<dt>{copy.phase}</dt>
				<dd>
					<span class={`status ${isOpen ? "waiting" : "stopped"}`}>{copy.phases[phase]}</span>
				</dd>
				<dt>{copy.court}</dt>
				<dd>{`${title}, ${fullCaseNumber}, ${courtId}`}</dd>
				{times.map(
					([term, iso]) =>
						iso !== null && (
							<>
								<dt>{term}</dt>
								<dd>
									<Time c={c} iso={iso} />
								</dd>
							</>
						),
				)}
			</dl>
			{isOpen && (
				<form novalidate method="post" action="/estate/releases">
					<input type="hidden" name="requestId" value={requestId} />
					<input type="hidden" name="applicant" value={applicant} />
					<p class="actions">
						<button type="submit">{copy.object}</button>
					</p>
				</form>
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
			about: [{ term: copy.applicant, value: applicant }],
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
