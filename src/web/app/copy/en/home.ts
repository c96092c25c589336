import { common } from "./common.ts";
import { contest } from "./contest.ts";
import { labels } from "./labels.ts";
import { recover } from "./recover.ts";
import { verify } from "./verify.ts";
export const home = {
	title: "A lawful way back to an account",
	lead: "When the key to a blockchain account is lost, or its owner has died, a court can decide who it belongs to. Here you prepare the case, take it to a court, and follow it until it is done.",
	ways: {
		heading: recover.lost.reason,
		lost: {
			title: "I lost access",
			text: "See in one minute whether a court can help. Then prepare your case in ten.",
			action: common.action.recover,
		},
		died: {
			title: "Somebody died",
			text: "For heirs and executors: claim what the account holds, with an order of the probate court.",
			action: "Claim as an heir",
		},
		claimed: {
			title: "Somebody claims my account",
			text: "See what is claimed, and object with one signature.",
			action: contest.title,
		},
		paper: {
			title: "I am a court or notary with a paper",
			text: "Check that the paper and its evidence file are genuine and unchanged. It needs no account.",
			action: verify.title,
		},
	},
	more: {
		heading: labels.more,
		build: "I build a wallet: give your users this way back by one link, one webhook, or the whole API",
		estate: "Prepare for your death: leave your will here, and a code for your family",
		resolve: "For courts and notaries: look up a privacy code",
	},
	promises: {
		heading: "What you can rely on",
		items: [
			"No case goes ahead without a court order and the signature of the account that is to receive.",
			"Every step is recorded so that a court can check it without trusting us.",
		],
	},
	status: {
		title: "Status of the service",
		well: "Everything works.",
		failing:
			"Some parts do not work right now. What was filed is kept, and continues by itself when they do.",
		states: { ok: labels.works, failing: "does not work" },
		parts: {
			database: "Lists of cases and accounts",
			keyValue: labels.apiKeys,
			objects: "Cases and sessions",
			documents: "Documents and wills",
			queue: "Messages to partners",
			mail: "Mail",
		},
		chain: (id: string) => `Connection to chain ${id}`,
		version: (version: string) => `Version ${version}`,
	},
};
