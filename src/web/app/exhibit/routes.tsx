/** The exhibit, for who filed the case or owns the account, and for the case's developer. */
import type { Hono } from "hono";
import { isoTime } from "../../../kernel/iso-time.ts";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { readApi } from "../core/api.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { SessionKind } from "../core/sessions.ts";
import { tokensOf } from "../core/token-facts.ts";
import { ExhibitPage } from "./exhibit-page.tsx";

export function mountExhibit(pages: Hono<PageEnv>): void {
	pages.get("/cases/:caseId/exhibit", (c) => showExhibit(c, "wallet"));
	pages.get("/developers/cases/:caseId/exhibit", (c) => showExhibit(c, "developer"));
}

async function showExhibit(c: PageContext, as: SessionKind): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const record = await readApi<CaseRecord>(c, as, `/recovery-cases/${caseId}`);
	const tokens = await tokensOf(c, as, record);
	const copy = c.get("copy");
	return page(
		c,
		{ title: copy.exhibit.title, area: "people", scripts: ["exhibit"], heading: null },
		<ExhibitPage
			record={record}
			tokens={tokens}
			copy={copy}
			language={c.get("language")}
			appOrigin={c.env.settings.appOrigin}
			now={isoTime(Date.now())}
		/>,
	);
}
