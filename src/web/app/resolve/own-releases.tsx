/** `/resolve/releases`: an account's own requests for one owner's will. */

import type { Answer } from "../core/answers.ts";
import { ApiError, callApi, download } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { takeNote } from "../core/notes.ts";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { OwnReleasesForm } from "./own-releases-form.tsx";

type Releases = Answer<"listReleaseRequests">;
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
	const answer = await callApi<Releases>(c, {
		method: "GET",
		path: `${releasesPath(owner)}${query}`,
		as: "developer",
	});
	if (!answer.ok && answer.status !== 400) throw new ApiError(answer);
	const problems = answer.ok
		? []
		: problemsOf(c, answer, words).map((problem) =>
				problem.field === "ownerAddress" ? { ...problem, field: "owner" } : problem,
			);
	return page(
		c,
		{ title: copy.title, area: "courts", status: answer.status },
		<>
			<h1>{copy.title}</h1>
			<ProblemList c={c} problems={problems} labels={{ owner: copy.owner }} />
			<p class="lead">{copy.lead}</p>
			{takeNote(c) !== undefined && (
				<p class="note" role="status">
					{copy.done}
				</p>
			)}
			{answer.ok && answer.body.data.length === 0 && <p>{copy.none}</p>}
			{answer.ok && answer.body.data.map((release) => <OwnRelease c={c} release={release} />)}
			{answer.ok && <Pager c={c} nextCursor={answer.body.nextCursor} />}
			<OwnReleasesForm c={c} typed={owner} problems={problems} />
			<p>
				<a href="/resolve">{copy.start}</a>
			</p>
		</>,
	);
}

function OwnRelease({ c, release }: { c: PageContext; release: Release }) {
	const { resolve, review } = c.get("copy");
	const { releases: copy } = review;
	const { requestId, ownerAddress, phase, courtInfo, downloadableUntil } = release;
	return (
		<section aria-labelledby={requestId}>
			<h2 id={requestId}>{courtInfo.title}</h2>
			<p>
				<span class={`status ${SHAPES[phase]}`}>{copy.phases[phase]}</span>
			</p>
			<dl>
				<dt>{copy.caseNumber}</dt>
				<dd>{courtInfo.fullCaseNumber}</dd>
				<dt>{copy.applicant}</dt>
				<dd>{release.applicant}</dd>
				<dt>{copy.asked}</dt>
				<dd>
					<Time c={c} iso={release.requestedAt} />
				</dd>
				<dt>{copy.objectUntil}</dt>
				<dd>
					<Time c={c} iso={release.challengeEndsAt} />
				</dd>
				<dt>{copy.approvals}</dt>
				<dd>{copy.approval(release.approvals)}</dd>
				{downloadableUntil !== null && (
					<>
						<dt>{copy.downloadUntil}</dt>
						<dd>
							<Time c={c} iso={downloadableUntil} />
						</dd>
					</>
				)}
			</dl>
			{phase === "downloadable" && (
				<p>
					<a class="button" href={`/resolve/releases/${ownerAddress}/${requestId}/will`}>
						{resolve.own.will}
					</a>
				</p>
			)}
		</section>
	);
}

export function releasedWill(c: PageContext): Promise<Response> {
	const requestId = encodeURIComponent(c.req.param("requestId") ?? "");
	return download(c, `${releasesPath(c.req.param("ownerAddress") ?? "")}/${requestId}/will`, "developer");
}
