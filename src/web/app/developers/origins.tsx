/** `/developers/origins`: sites whose pages may call the service, and whose host hosted links show. */

import { callApi, readApi } from "../core/api.ts";
import { TextField } from "../core/fields.tsx";
import { ButtonForm, PostForm } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import { hintWith } from "./parts.tsx";

const PATH = "/developers/origins";
const SHAPES = { requested: "waiting", allowed: "done", refused: "stopped" };

export type Origin = ResponseBody<"listOrigins">["data"][number];
type Shown = Rejected & { origin?: string };

export async function originsPage(c: PageContext, { origin, ...rejected }: Shown = {}): Promise<Response> {
	const { origins } = c.get("copy").developers;
	const { labels } = origins;
	const { data } = await readApi<ResponseBody<"listOrigins">>(c, "developer", "/origins");
	return page(
		c,
		{ title: origins.title, area: "developers", done: origins.done, ...rejected, labels },
		<>
			<p>{origins.lead}</p>
			{data.length === 0 ? <p>{origins.none}</p> : <OriginTable c={c} origins={data} />}
			{data.some(({ status }) => status === "requested") && <p>{whatFollows(c)}</p>}
			<h2>{origins.ask}</h2>
			<PostForm action={PATH} submit={origins.askAction}>
				<TextField
					name="origin"
					type="url"
					label={labels.origin}
					hint={hintWith(c, origins.hint, origins.hintHere)}
					value={origin}
					problems={rejected.problems}
					autocomplete="off"
					required
				/>
			</PostForm>
		</>,
	);
}

export async function changeOrigins(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const removed = form.text("remove");
	const origin = form.text("origin");
	const response = await (removed === ""
		? callApi<Origin>(c, {
				method: "POST",
				path: "/origins",
				as: "developer",
				body: { origin: siteOf(origin) },
			})
		: callApi(c, { method: "DELETE", path: `/origins/${encodeURIComponent(removed)}`, as: "developer" }));
	if (response.ok) return redirect(c, PATH, removed === "" ? (response.body as Origin).status : "removed");
	return originsPage(c, { origin, ...rejectedBy(c, response, c.get("copy").developers.origins.words) });
}

/** As browsers send it, where nothing but letter case, the usual port or the last slash differs. */
function siteOf(typed: string): string {
	if (!URL.canParse(typed)) return typed;
	const { origin, href } = new URL(typed);
	return href === `${origin}/` ? origin : typed;
}

function whatFollows(c: PageContext): string {
	const { waits, weMail } = c.get("copy").developers.origins;
	return c.env.settings.mailFrom === null ? waits : `${waits} ${weMail}`;
}

/** What happens to a site that no reviewer has decided on. */
export function Waiting({ c, origins: data }: { c: PageContext; origins: readonly Origin[] }) {
	const { origins } = c.get("copy").developers;
	const asked = data.find(({ status }) => status === "requested");
	if (asked === undefined) return null;
	return (
		<p>
			{origins.asked}: {asked.origin}, <Time c={c} iso={asked.requestedAt} />. {whatFollows(c)}
		</p>
	);
}

function OriginTable({ c, origins: data }: { c: PageContext; origins: readonly Origin[] }) {
	const { labels } = c.get("copy");
	const { origins } = c.get("copy").developers;
	return (
		<Table
			caption={origins.title}
			rows={data}
			columns={[
				[origins.labels.origin, ({ origin }) => <span class="typed">{origin}</span>],
				[
					labels.status,
					({ status, reason }) => (
						<>
							<span class={`status ${SHAPES[status]}`}>{origins.statuses[status]}</span> {reason}
						</>
					),
				],
				[origins.asked, ({ requestedAt }) => <Time c={c} only="short" iso={requestedAt} />],
			]}
			action={[
				labels.action,
				({ originId, origin }) => (
					<ButtonForm action={PATH} submit={origins.remove} name="remove" value={originId} about={origin} />
				),
			]}
		/>
	);
}
