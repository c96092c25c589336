/** `/developers/origins`: sites whose pages may call the service, and whose host hosted links show. */
import type { Answer } from "../core/answers.ts";
import { callApi, readApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { DoneNote } from "./parts.tsx";

type Origin = Answer<"listOrigins">["data"][number];

const SHAPES = { requested: "waiting", allowed: "done", refused: "stopped" };

export const originsPage = (c: PageContext): Promise<Response> => show(c, {});

export async function changeOrigins(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const removed = form.text("remove");
	const origin = form.text("origin");
	const answer = await (removed === ""
		? callApi(c, { method: "POST", path: "/origins", as: "developer", body: { origin } })
		: callApi(c, { method: "DELETE", path: `/origins/${encodeURIComponent(removed)}`, as: "developer" }));
	if (answer.ok) return redirect(c, "/developers/origins", removed === "" ? "requested" : "removed");
	const problems = problemsOf(c, answer, c.get("copy").developers.origins.words);
	return show(c, { origin, problems, status: answer.status });
}

type State = { origin?: string; problems?: Problem[]; status?: number };

async function show(c: PageContext, { origin, problems = [], status = 200 }: State): Promise<Response> {
	const { origins } = c.get("copy").developers;
	const { data } = await readApi<Answer<"listOrigins">>(c, "developer", "/origins");
	return page(
		c,
		{ title: origins.title, area: "developers", status },
		<>
			<h1>{origins.title}</h1>
			<DoneNote c={c} words={origins.done} />
			<p>{origins.lead}</p>
			<ProblemList c={c} problems={problems} labels={origins.labels} />
			{data.length === 0 ? <p>{origins.none}</p> : <OriginTable c={c} origins={data} />}
			<h2>{origins.ask}</h2>
			<form novalidate method="post" action="/developers/origins">
				<TextField
					name="origin"
					type="url"
					label={origins.labels.origin}
					hint={origins.hint}
					value={origin}
					problems={problems}
					autocomplete="off"
					required
				/>
				<div class="actions">
					<button type="submit">{origins.askAction}</button>
				</div>
			</form>
		</>,
	);
}

function OriginTable({ c, origins: data }: { c: PageContext; origins: readonly Origin[] }) {
	const { origins } = c.get("copy").developers;
	return (
		<Table
			caption={origins.title}
			rows={data}
			columns={[
				[origins.labels.origin, ({ origin }) => <span class="typed">{origin}</span>],
				[
					origins.status,
					({ status, reason }) => (
						<>
							<span class={`status ${SHAPES[status]}`}>{origins.statuses[status]}</span> {reason}
						</>
					),
				],
				[origins.asked, ({ requestedAt }) => <Time c={c} only="short" iso={requestedAt} />],
			]}
			action={[
				origins.action,
				({ originId, origin }) => (
					<form novalidate method="post" action="/developers/origins">
						<button
							type="submit"
							class="second"
							name="remove"
							value={originId}
							aria-label={`${origins.remove}: ${origin}`}
						>
							{origins.remove}
						</button>
					</form>
				),
			]}
		/>
	);
}
