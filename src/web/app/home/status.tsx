/** `/status`: the health of the service in words. */
import { callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

const PARTS = ["database", "keyValue", "objects", "documents", "queue"] as const;

type PartState = "ok" | "failing";
/** As `GET /health` answers, also with 503. */
type Health = Record<(typeof PARTS)[number], PartState> & { rpc: Record<string, PartState>; version: string };

export async function statusPage(c: PageContext): Promise<Response> {
	const { status: copy } = c.get("copy").home;
	const health = await callApi<Health>(c, { method: "GET", path: "/health", as: "none" });
	const parts = health.ok
		? [
				...PARTS.map((part) => ({ text: copy.parts[part], state: health.body[part] })),
				...Object.entries(health.body.rpc).map(([id, state]) => ({ text: copy.chain(id), state })),
			]
		: [];
	const isWell = health.ok && parts.every(({ state }) => state === "ok");
	return page(
		c,
		{ title: copy.title, area: "people", lead: isWell ? copy.well : copy.failing },
		<>
			<Facts
				of={parts.map(({ text, state }) => [
					text,
					<span class={state === "ok" ? "status done" : "status stopped"}>{copy.states[state]}</span>,
				])}
			/>
			{health.ok && <p class="quiet">{copy.version(health.body.version)}</p>}
		</>,
	);
}
