/** Each state of a link in words, with a way on (hosted-links.md "States"). */
import type { Child } from "hono/jsx";
import { LinkButton, WayOn } from "../core/form.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { LinkView } from "./link-view.ts";
import { Leave } from "./marks.tsx";

type State = Exclude<LinkView["state"], "open" | "started">;

/** The states in which this browser cannot finish the link. @param way where the page can offer one itself */
export function statePage(
	c: PageContext,
	view: LinkView,
	{ status = 200, way }: { status?: number; way?: Child } = {},
): Promise<Response> {
	const { states } = c.get("copy").links;
	const state: State = view.state === "open" || view.state === "started" ? "started_elsewhere" : view.state;
	const { title, text } = states[state];
	return page(
		c,
		{ title, area: "people", status, scripts: ["draft"], lead: text[view.kind](view.host) },
		<article data-link={view.linkId} data-over={isOver(state) || undefined}>
			{way ?? <Ways c={c} view={view} />}
		</article>,
	);
}

/** Nothing that was typed for the link is of use any more. */
const isOver = (state: State) => state !== "started_elsewhere";

function Ways({ c, view }: { c: PageContext; view: LinkView }) {
	const { ways } = c.get("copy").links;
	const { state, kind, caseId } = view;
	if (state === "used") {
		const [path, text] = kind === "estate" ? ["/estate", ways.toEstate] : caseOf(c, caseId);
		return (
			<p class="actions">
				<LinkButton href={path} text={text} />
				<Leave c={c} view={view} />
			</p>
		);
	}
	if (state !== "expired" && state !== "ended") return <p>{ways.openAgain}</p>;
	return (
		<>
			<p>{ways.without[kind](view.host)}</p>
			<p class="actions">
				<Leave c={c} view={view} isFirst />
				<LinkButton href={kind === "estate" ? "/estate" : "/recover"} text={ways.alone[kind]} kind="second" />
			</p>
		</>
	);
}

/** Another browser than the one that has filed it finds it in the list. */
function caseOf(c: PageContext, caseId: string | null): [path: string, text: string] {
	const { ways } = c.get("copy").links;
	return caseId === null
		? ["/cases", ways.toCases]
		: [`/cases/${caseId}`, c.get("copy").common.action.toCase];
}

/** A token that no link has. */
export function unknownPage(c: PageContext): Promise<Response> {
	return plain(c, c.get("copy").links.unknown);
}

/** The address of a started link, in a browser that has not started it. */
export function notStartedPage(c: PageContext): Promise<Response> {
	return plain(c, c.get("copy").links.notStarted);
}

function plain(c: PageContext, { title, text }: { title: string; text: string }): Promise<Response> {
	return page(
		c,
		{ title, area: "people", status: 404, lead: text },
		<>
			<WayOn href="/" text={c.get("copy").common.problem.home} />
		</>,
	);
}
