import { labels } from "../labels.ts";
import { problems } from "../problems.ts";

export const cases = {
	title: "Cases",
	none: "You have no cases yet. Cases appear here when your server files them, or your users do through your links and pages.",
	noneFound: "No case matches these filters.",
	labels: {
		status: labels.status,
		chainId: labels.network,
		account: labels.account,
		reference: labels.reference,
	},
	words: {
		chainId: problems.chain,
		account: problems.address,
		reference: "Use only letters, digits and _ . : -, at most 200.",
		status: "Choose a status of the list.",
	} as Record<string, string>,
	all: "Show all",
	caseId: "Case id",
	lostAccount: "Lost account",
	updated: "Last change",
	expires: "Expires without a court order",
	executedBy: "Executed by transaction",
	source: "How it was filed",
	sources: {
		api: "by your back-end",
		hosted: "on this service's pages",
		origin: "by a page of your site",
	},
	transactions: "Transactions",
	move: "Move",
	actor: "By whom",
	evidence: "Evidence bundle as JSON",
	back: "Back to all cases",
};
