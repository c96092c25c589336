import { createOriginRows } from "../developers/origins/origins.d1.ts";
import type { Budgets } from "../quota/budgets.ts";
import { createStorageBudget } from "../quota/storage-budget.ts";
import { createFilingLinks } from "./filing-links.ts";
import { createLinkRows } from "./hosted-links.d1.ts";
import { createLinkService } from "./link-service.ts";
import { createPageLinks } from "./page-links.ts";

export function wireHostedLinks(
	{ DB, RECOVERY_CASES }: Pick<Env, "DB" | "RECOVERY_CASES">,
	{ budgets }: { budgets: Budgets },
) {
	const rows = createLinkRows(DB);
	const pages = createPageLinks(rows);
	const links = createLinkService({
		rows,
		originsOf: createOriginRows(DB).list,
		withinBudget: createStorageBudget(budgets),
	});
	const requests = createFilingLinks({
		rows,
		findStarted: pages.findStarted,
		linkUseOf: (caseId, linkId) => RECOVERY_CASES.getByName(caseId).linkUse(linkId),
		clock: () => Date.now(),
	});
	return { links, pages, requests };
}
