/** The first page of developers, and their account. */

import type { CaseStatus } from "../../../../../protocol/enumerations.ts";
import { common } from "../common.ts";
import { labels } from "../labels.ts";
import { origins } from "./origins.ts";
import { endpoints } from "./webhooks.ts";

export const account = {
	unsure: "Tick this, so that nothing is ended by accident.",
	secret: {
		once: "Copy the secret now. This page is the only place that ever shows it, and the service does not keep it in a readable form.",
	},
	overview: {
		title: common.nav.developers,
		lead: "Give your users a lawful way back to a lost account. One link and one webhook are enough. The whole API is there if you want more.",
		signedIn: (email: string) => `You are logged in as ${email}.`,
		register: "Open an account",
		done: { deleted: "Your account is deleted." } as Record<string, string>,
		quickStart: "Your first hour",
		progress: (done: number, all: number) =>
			done === all ? "Your first hour is done" : `Your first hour: ${done} of ${all} steps done`,
		isDone: "done",
		goLive: "Next: what to check before you go live",
		steps: {
			site: {
				title: "Ask for your site",
				text: "Hosted links show your users which site sent them. A reviewer allows it once, so ask now.",
				action: origins.title,
			},
			key: {
				title: "Issue an API key",
				text: "Your server sends it with every call. It comes with lines for your terminal, in which the commands below run.",
				action: labels.apiKeys,
			},
			case: {
				title: "File your first case",
				text: "The quick start has a short program with a test account. Save it, install our package, and run it.",
				action: "Open the quick start",
			},
			endpoint: {
				title: "Set up a webhook",
				text: "We tell your server about every step of a case. On your own computer, the command hands the events on.",
				action: endpoints.title,
			},
			delivery: {
				title: "Receive a signed event",
				text: "Check the signature and respond with 200. The page of your endpoint sends a test event, and so does the command “webhooks trigger”.",
				action: "How to check a signature",
			},
			link: {
				title: "Make a hosted link",
				text: "Send it to one of your users. Our pages ask for everything else.",
				action: common.action.makeLink,
			},
		},
		numbers: {
			title: "Your numbers",
			cases: "Cases by status",
			count: "Cases",
			statuses: {
				created: "needs an order",
				pending: "in progress",
				action_required: "on hold",
				executed: "carried out",
				rejected: "closed",
			} satisfies Record<CaseStatus, string>,
			newestCases: (count: number) => `Cases: your newest ${count}.`,
			newestDeliveries: "Deliveries: the last 14 days (UTC), up to the newest 100 of each endpoint.",
			deliveries: "Webhook deliveries per day",
			day: "Day",
			delivered: "delivered",
			failed: "not delivered",
			rate: "Success rate",
			times: "Response time of your receivers",
			median: "Median time",
		},
		guide: { title: "Quick start", text: "A first case in five minutes, a verified webhook in ten." },
		guides: { title: "Guides", text: "Step by step, sorted by what you want to do." },
		pages: { title: "API reference", text: "Every operation, with samples in curl, TypeScript and Python." },
		reference: { title: "OpenAPI document", text: "The same for programs and code generators." },
		offer: [
			[
				"Your user gets",
				"Pages in their language that say whether a court can help, prepare the case, ask their wallet for a signature, and show each next step.",
			],
			[
				"You do",
				"One link for each user, and one webhook that receives every step. You keep no keys and no documents.",
			],
			[
				"Who decides",
				"A court. Reviewers of this service check its order with the court, the account’s owner has time to object, and whoever can act for the account sends the transactions.",
			],
			[
				"It cannot",
				"Open an account that only its lost key opens. Somebody must be able to act for it: a guardian, another owner, the token’s issuer, or the recovery module that a Safe’s owner has installed before.",
			],
		] as [label: string, text: string][],
		commands: "The commands run in the folder of your first case, with Node.js 20 or later.",
		commandLine: "All commands",
	},
	firstCall: {
		title: "Make your first call",
		result:
			"You see the list of your cases, which is empty at first. The other commands of your first hour run in the same terminal.",
	},
	account: {
		title: labels.account,
		confirm: "Not confirmed yet: confirm it",
		confirmAnew: "Confirm the address again",
		roles: {
			developer: "Developer",
			resolver: "Resolver: looks up privacy codes, and asks for wills",
			reviewer: "Reviewer: decides on cases",
		},
		since: "Open since",
		readOut:
			"To be given a role, read the developer id to the person who grants it, over a call that they start. Nobody needs your password for that.",
		passkeys: "Passkeys and recovery codes",
		sessions: {
			heading: "Where you are logged in",
			opened: "Opened",
			expires: "Ends at the latest",
			current: "this browser",
			end: "End",
			endOthers: "End all other sessions",
		},
		mails: {
			heading: "E-mails you can switch off",
			kind: "Kind",
			on: "is sent",
			off: "is not sent",
			switchOn: "Switch on",
			switchOff: "Switch off",
			others: "Other e-mails we send, and why",
		},
		done: {
			sessions: "The session has ended.",
			mails: "Your choice is stored.",
			email: "The address is changed. Both addresses are told.",
		} as Record<string, string>,
	},
	confirmation: {
		title: "Confirm the address",
		lead: (email: string) =>
			`Enter the code that we mail to ${email}. It shows that the address is yours. Until then you can try everything, but no site of yours is allowed, and we mail you nothing else.`,
		impossible:
			"This service sends no mail, so an address cannot be confirmed here. The operator asks you directly where it matters.",
		codeHint: "25 letters and digits, from the mail.",
		effect:
			"Confirming ends every other session, API key and webhook endpoint of the account, because somebody else may have registered the address before you.",
		later: "Later",
		ask: "Mail me another code",
		confirmed: (email: string) => `${email} is confirmed.`,
		goOn: "Go on",
		done: {
			sent: "A code is on its way. It works for one day.",
			on_its_way: "A code was mailed within the last day, and still works. Look for it in your mail.",
			confirmed: "Your address is confirmed.",
		} as Record<string, string>,
		words: { code: "Copy the code of our newest mail. It works for one day." } as Record<string, string>,
	},
	emailChange: {
		title: "Change the address",
		lead: (email: string) => `The account has the address ${email}.`,
		ask: "Mail me two codes",
		labels: {
			newEmail: "New address",
			currentCode: "Code from the mail to the present address",
			newCode: "Code from the mail to the new address",
		},
		codes: "Do you have both codes?",
		effect:
			"With both codes the address changes. Every other session ends, and a role has no powers for a day. API keys keep working. If you can no longer read mail at the old address, open a new account instead.",
		impossible: "The address cannot be changed: it is not confirmed yet, or this service sends no mail.",
		confirm: "Confirm the address",
		done: {
			sent: "Two codes are on their way, one to each address. They work for one day, and none is mailed twice in that time.",
		} as Record<string, string>,
		words: {
			newEmail: "Type an address such as name@example.com, not the present one.",
			currentCode:
				"one of the two codes is wrong or older than a day, or the password or a passkey was changed since: ask for the change again",
			USER_FOUND:
				"Another account has the new address. Nothing was changed. Log in there, or delete that account first.",
		} as Record<string, string>,
	},
	change: {
		title: "Change the password",
		effect: "This ends every session, also this one. API keys keep working.",
	},
	deletion: {
		title: "Delete the account",
		effects: [
			"Sessions, API keys, webhook endpoints, sites and hosted links end at once.",
			"Cases and their documents stay, since courts rely on them. E-mail addresses of claimants are removed from them; their hashes stay.",
			"You cannot get the account back.",
		],
		sure: "Delete my account for good",
		keep: "Keep it",
	},
};
