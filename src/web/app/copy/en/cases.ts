/**
 * Texts of `/cases` and of the page of a case.
 * Over 300 lines, because the words of all states are one record, in which a missing state is a type error.
 */
import type { RejectionReason } from "../../../../protocol/enumerations.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { signing } from "./signing.ts";

type Words = readonly [heading: string, text: string];

export const cases = {
	title: common.nav.cases,
	lead: "Your cases and claims on your account, newest first.",
	account: "Signed in with",
	none: "There are no cases for this account. If you filed with another account, sign in with that one.",
	start: common.action.recover,
	open: "Open the case",
	more: "Older cases",
	roles: { claimant: "You filed this case.", owner: "It is your account that is claimed." },
	groups: { turn: "It is your turn", waiting: "Waiting for others", closed: "Closed" },
	table: { filed: labels.filed, lost: labels.lostAccount },
	case: {
		heading: "Recovery case",
		/** `status` begins in lower case. */
		title: (status: string, number: string) => `Recovery case, ${status} (${number})`,
		status: labels.status,
		/** For the owner of the account. */
		headingOfOwner: "Somebody claims your account",
		object: "Do you still have the key? Then object",
		timeline: "What happened",
		note: "A reviewer wrote",
		/** Before the claimant's answer. */
		noteBefore: "A reviewer had written",
		/** For the claimant, where reviewers decide next. */
		lacksOrder:
			"You have not entered a court order yet. Enter it: without one they cannot let the case go on.",
		parties: labels.theCase,
		address: "Address of this page",
		calendar: common.action.saveDates,
		evidence: "Download the evidence file",
		verify: "Check an evidence file",
		details: "Details and evidence",
		live: "This page updates by itself.",
		changed: (status: string) => `News: the case is now ${status}.`,
		ended: "You have been signed out, so this page shows nothing any more.",
		signIn: common.action.signInAgain,
	},
	watch: {
		/** Before the time. */
		since: "The lost account has not been watched since",
		because: {
			node_outage: "because no node of its chain responds",
			reserve_used_up: "because the service has used up its daily checks of lost accounts",
		},
		effect: "If the transactions are carried out in the meantime, a reviewer checks the account first.",
		/** In lists, before the time. */
		short: "Not watched since",
	},
	/** What happens now, in a heading and a text. The claimant reads the first pair, everybody else the second. */
	doing: {
		created: [
			[
				"Your turn: get a court order",
				"Print the exhibit and take it to a court. When the court has decided, enter its order here. If the court takes longer than the date below, nothing is lost: enter the order then.",
			],
			[
				"Waiting for a court order",
				"The claimant must bring an order from a court. Without one, nothing happens to the account.",
			],
		],
		answered: [
			["We have your document", "A reviewer reads it next. You do not need to do anything now."],
			["The claimant has sent a document", "A reviewer reads it next."],
		],
		order_attached: [
			[
				"We are checking your court order",
				"The reviewers ask the court whether the order is real. Nothing is sent before this check and the waiting period are over. You do not need to do anything now, but you can add documents that help.",
			],
			["The court order is being checked", "The reviewers ask the court whether the order is real."],
		],
		order_verified: [
			[
				"Nothing to do now: the waiting period is running",
				"The court order is real. When the period is over, you ask somebody who can act for the lost account to send the transactions, such as another owner or a guardian. Until then, and until they are sent, the owner can object.",
			],
			[
				"The waiting period is running",
				"The court order is real. Until the transactions are carried out, the owner of the account can object.",
			],
		],
		executable: [
			[
				"Ready: have the transactions sent",
				"Ask somebody who can act for the account to send the transactions: another owner, a guardian, the company that runs it, or the issuer of the token. Each transaction gets a number that begins with 0x, its hash. Enter these numbers here.",
			],
			["Ready to be carried out", "Whoever can act for the lost account can send the transactions now."],
		],
		order_unverifiable: [
			["Your turn: enter a corrected order", "The reviewers could not confirm your order with the court."],
			["The order could not be confirmed", "The claimant must enter a corrected court order."],
		],
		documents_missing: [
			[
				"Your turn: add the missing documents",
				"Add the documents that the reviewers ask for. They read them, and the case goes on or they write to you again. If the order itself was wrong, enter a corrected one.",
			],
			["Documents are missing", "The claimant must add them."],
		],
		expired: [
			[
				"The time for an order is over",
				"Nothing is lost. Enter the order when you have it, and the case goes on.",
			],
			["The time for an order is over", "The case is paused until the claimant enters a court order."],
		],
		contested: [
			[
				"Somebody who has the key has objected",
				"The objection is signed with the key of the account that you say is lost. The reviewers decide whether the case goes on or is closed. You can add documents that help them.",
			],
			["The owner has objected", "The reviewers decide whether the case goes on or is closed."],
		],
		lost_account_active: [
			[
				"Somebody used the lost account",
				"This may mean that it is not lost. The reviewers decide whether the case goes on or is closed.",
			],
			[
				"Somebody used the lost account",
				"This may mean that it is not lost. The reviewers decide whether the case goes on or is closed.",
			],
		],
		executed_without_verified_order: [
			[
				"Sent before the order was checked",
				"The transactions were sent, but the court order had not been checked. The reviewers check it now.",
			],
			["Sent before the order was checked", "The reviewers check the order now."],
		],
		executed_before_challenge_period: [
			[
				"Sent too early",
				"The transactions were sent before the waiting period was over. The reviewers can only close the case.",
			],
			[
				"Sent too early",
				"The transactions were sent before the waiting period was over. The reviewers can only close the case.",
			],
		],
		owner_not_watched: [
			[
				"The reviewers look at the account first",
				"The transactions were sent while we could not watch the account. The reviewers find out whether its owner was using it.",
			],
			[
				"The reviewers look at the account first",
				"The transactions were sent while the account was not watched. The reviewers find out whether its owner was using it.",
			],
		],
		execution_mismatch: [
			[
				"Other transactions were sent",
				"The transactions that were sent are not those of this case. The reviewers decide what happens next.",
			],
			[
				"Other transactions were sent",
				"The transactions that were sent are not those of this case. The reviewers decide what happens next.",
			],
		],
		executed: [
			["Done: the recovery is carried out", "You do not need to do anything more."],
			["The recovery is carried out", "The case is finished."],
		],
		rejected: [
			["This case is closed", "Nothing was moved by it."],
			["This case is closed", "Nothing was moved by it."],
		],
	} satisfies Record<string, readonly [mine: Words, theirs: Words]>,
	/** What a closed case leaves to do. The claimant reads the first, everybody else the second. */
	closed: {
		contested_by_lost_account: {
			heading: "Closed: the account’s key is not lost",
			mine: "Somebody signed with that key that the account is theirs. If the owner has died, file a new case as an heir: it goes on to the reviewers even if somebody objects. If a thief has the key, tell the police.",
			theirs: "The account’s own key has ended it. Nothing more is to be done.",
		},
		withdrawn_by_claimant: {
			heading: "Closed: the case was withdrawn",
			mine: "You withdrew it. You can file a new case, which must differ from this one, for example in the transactions.",
			theirs: "The claimant withdrew it.",
		},
		rejected_by_reviewer: {
			heading: "Closed: the reviewers rejected the case",
			mine: "You can file a new case when you have what was missing, such as a real order that names exactly the accounts and transactions of the case.",
			theirs: "The reviewers have rejected it.",
		},
	} satisfies Record<RejectionReason, { heading: string; mine: string; theirs: string }>,
	/** The steps of a case, and the facts of the present one. */
	progress: {
		label: "The steps of this case",
		together: "At the same time:",
		steps: {
			filed: "Filed",
			court: "At court",
			check: "Order check",
			wait: "Waiting period",
			carried: "Carrying out",
		},
		states: {
			done: "Done",
			now: "Now",
			next: "To come",
			halted: "On hold",
			closed: "Closed here",
			never: "Not reached",
		},
		who: "Who acts",
		you: "You",
		actors: {
			claimant: "The claimant",
			reviewers: "The reviewers",
			time: "Nobody: the period ends by itself",
			sender: "Whoever can act for the account",
			nobody: "Nobody any more",
		},
		/** For the owner of the account. */
		owner: {
			object: "You can object",
			until: "until it is carried out",
			notBefore: "Not before",
			deadline: "The claimant’s deadline for an order",
			recipient: "Filed by the account",
		},
		since: "Since",
		by: "Enter the order by",
		ends: "Waiting period",
		deadline: "By when",
		noDeadline: "There is no deadline",
		usually: "How long this takes",
		usual: {
			claimant: "A court often takes months",
			reviewers: "Often a few days",
			time: "",
			sender: "Minutes, once it is sent",
			nobody: "",
		},
	},
	order: {
		notNow: "This case takes no court order now",
		none: "No order has been entered yet.",
		enter: "Enter the court order",
		replace: "Enter a corrected order",
		file: "1. The order as a file",
		fileLead:
			"A PDF, such as a scan, up to 10 MB. The reviewers and the operator can read it, and so can the website or app that sent you here, if one did. It cannot be removed.",
		onFile: "We have:",
		facts: "2. What the order says",
		lead: "Copy these letter by letter. You sign them next, and the reviewers compare them with the court’s records.",
		caption: labels.orderTitle,
		captionHint: "For example: In re Estate of Doe",
		number: "Case number of the court",
		court: labels.court,
		courtHint: "Its code or its name",
		docket: labels.docketNumber,
		docketHint: "The number of the entry in the court's docket. If there is none, enter 0.",
		wrongDocket: "Enter a whole number, such as 17.",
		go: common.action.goToSign,
		signTitle: "Sign the court order",
		signLead: "Your account signs that this order belongs to this case. It moves nothing.",
		submit: "Enter the order",
		verified: "verified by a reviewer",
		verified_once: "verified by one reviewer; a second one checks it next",
		unverified: "not yet verified",
	},
	close: {
		notNow: "This case cannot be closed now",
		withdraw: {
			title: signing.actions.withdraw,
			lead: "The case is closed for good. You can file another one, but not this very recovery again.",
			reason: "Why? Your reason is part of the case and of what you sign.",
			sure: "I want to close this case for good.",
			go: common.action.goToSign,
			signTitle: "Sign the withdrawal",
			signLead: "With this signature the case is closed at once and for good.",
			submit: signing.actions.withdraw,
		},
		contest: {
			title: "Object to this case",
			reason: "Why? Your reason is part of the case and of what you sign.",
			sure: "The account is mine, and I object to this recovery.",
			go: common.action.goToSign,
			signTitle: "Sign the objection",
			signLead: "Only the account that is claimed can sign this. It moves nothing.",
			submit: "Object to the case",
		},
		unsure: "Tick this first.",
	},
	sign: {
		account: labels.signer,
		reason: labels.reason,
		back: "Back to the case",
	},
	documents: {
		none: "No document has been added.",
		lead: "The order itself, a death certificate, letters of administration: PDF files of up to 10 MB. They are stored encrypted, under a key of the operator’s. The reviewers and the operator can read them, and so can the website or app through which the case was filed. A document cannot be removed.",
		name: "What is it?",
		nameHint: "For example: Letters of administration",
		file: "PDF file",
		addHeading: "Add a document",
		add: "Add the document",
		progress: "Sent so far",
		bytes: (count: number) => `${Math.ceil(count / 1024)} KB`,
		problem: "The document was not added:",
	},
	/** The recovery module, which is a contract on the network. */
	module: {
		heading: "The recovery module on the network",
		unavailable: "The network could not be asked just now. Load this page again.",
		states: {
			not_offered: "This service takes no approvals for this network.",
			not_configured: "The account has no recovery module.",
			unknown:
				"Nothing is scheduled. Once enough reviewers have approved, anybody can schedule the recovery.",
			waiting: "The recovery is scheduled. It can still be stopped.",
			ready: "The recovery may be executed now, by anybody. Until that happens it can still be stopped.",
			expired: "The schedule has ended without an execution. It needs new approvals.",
			vetoed: "The recovery was stopped on the network. It needs new approvals.",
			executed: "The recovery was executed on the network.",
		},
		chain: labels.network,
		approvals: "Approvals",
		of: (count: number, needed: number) => `${count} of ${needed} that are needed`,
		vetoes: "Reviewers who vote to stop it",
		stopped:
			"The case is on hold or closed, but the network does not know that. Reviewers should stop the recovery there at once.",
		from: "May be executed from",
		until: "until",
		schedule: "The call that schedules it, which anybody may send",
		execute: "The call that executes it, which anybody may send",
	},
	execution: {
		enter: "Enter the transaction hashes",
		title: labels.onChain,
		lead: "When the order was carried out, enter the hashes of the transactions. The service reads the chain and compares it with the case.",
		hashes: "Hashes of the transactions",
		hashesHint: "0x and 64 characters each, one per line, in their order.",
		/** What a claimant writes to whoever can act for the account. */
		ask: {
			heading: "What you can write to them",
			text: (of: Record<"lostAccount" | "network" | "transactions" | "jrcHash" | "service", string>) =>
				`A court has ordered transactions of the account ${of.lostAccount} on the network ${of.network}. Please send exactly these, in this order: ${of.transactions} Check the order first: I give you the evidence file of the case, which you can open at ${of.service}/verify. The fingerprint of the case is ${of.jrcHash}. Afterwards, please tell me the hashes of the transactions.`,
		},
		reportHeading: "Has the order been carried out?",
		report: "Check the network",
		seen: "Transactions that carried it out",
		reported: "Transactions that were reported:",
		states: { confirming: "seen, but the chain may still change", final: "final" },
		found: {
			confirming:
				"The transactions do what the case asks for. The network may still change, so we check again.",
			unseen: "The chain does not have these transactions yet.",
			unproven: "The chain neither proves nor disproves that these transactions carried out the case.",
			mismatch: "These transactions did something else than the case asks for.",
			final: "The result is final.",
		},
		again: "We check again on",
		notAgain: "We do not check again automatically.",
		hashProblem: "Enter at least one hash: 0x and 64 characters.",
	},
	links: {
		title: "Share the evidence",
		lead: "Anybody who has the link can see the evidence of this case for thirty days: accounts, transactions, order and history, but no documents. The claimant’s e-mail address is not shown, but somebody who guesses it can confirm the guess.",
		make: common.action.makeLink,
		made: "The link is made",
		once: "Copy it now. It is shown only this once, because we do not keep it.",
		already: "This link was made already",
		alreadyText: "It was shown once. If you do not have it, revoke it and make another one.",
		list: "Links that work now",
		until: "Works until",
		created: "Made on",
		revoke: common.action.revoke,
		foreign: "made by somebody else",
	},
	mail: {
		heading: "Be told by mail",
		lead: "We mail you when the case is put on hold, and what is missing; when it goes on; when the order is verified, when it may be carried out, and when it is; and three days before the case expires because there is no order. Your address is stored encrypted.",
	},
	competing: {
		title: "Other claims on the same account",
		lead: "These cases name the same lost account. The reviewers see them too, and the court should know of them.",
		more: "There may be more.",
		all: "See all claims on this account",
	},
	danger: "Other steps",
};
