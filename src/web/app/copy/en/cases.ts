/**
 * Texts of `/cases` and of the page of a case.
 * Over 300 lines, because the words of all states are one record, in which a missing state is a type error.
 */
import type { RejectionReason } from "../../../../protocol/enumerations.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { recover } from "./recover.ts";
import { signing } from "./signing.ts";

/** `steps`: what the reader does, one after the other. */
type Words = readonly [heading: string, text: string, ...steps: string[]];
/** @param whom to ask */
type Mine = (whom: string) => readonly [why: string, ...ways: string[]];
type Closed = { heading: string; mine: Mine; theirs: string };

export const cases = {
	title: common.nav.cases,
	lead: "Your cases and claims on your account, newest first.",
	none: "There are no cases for this account. If you filed with another account, sign in with that one.",
	start: common.action.recover,
	more: "Older cases",
	groups: { turn: "It is your turn", waiting: "Waiting for others", closed: "Closed" },
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
		noteBefore: "A reviewer had asked",
		/** For the claimant, where reviewers decide next. */
		lacksOrder: "Enter your court order as soon as you have it. Without one the case cannot go on.",
		parties: labels.theCase,
		address: "Address of this page",
		calendar: common.action.saveDates,
		evidence: "Download the evidence file, which proves all of this",
		verify: "Check an evidence file",
		details: "Details and evidence",
		live: "This page updates by itself.",
		changed: (status: string) => `News of the case: ${status}.`,
		ended: "You have been signed out, so this page shows nothing any more.",
		signIn: common.action.signInAgain,
	},
	watch: {
		/** Before the time. */
		since: "The lost account has not been watched since",
		because: {
			node_outage: "because no server of its network answers",
			reserve_used_up: "because the service has used up its checks for today",
		},
		effect: "If the transactions are carried out in the meantime, a reviewer checks the account first.",
		/** In lists, before the time. */
		short: "Not watched since",
	},
	/** @param verb what the claimant does next */
	turn: (verb: string) => `Your turn: ${verb}`,
	/**
	 * What happens now, in a heading and a text, which may be empty. The claimant reads the first pair, everybody else the
	 * second. A heading of what the claimant does begins with a verb in lower case. `progress.comes` says what comes next.
	 */
	doing: {
		created: [
			[
				"get a court order",
				"Print the paper for the court and take it there. When the court has decided, enter its order here.",
			],
			[
				"Waiting for a court order",
				"The claimant must bring an order from a court. Without one, nothing happens to the account.",
			],
		],
		answered: [
			["Your answer has arrived. A reviewer is reading it.", "You do not need to do anything now."],
			["The claimant has answered. A reviewer is reading it.", ""],
		],
		order_attached: [
			[
				"We are checking your court order",
				"The reviewers ask the court whether the order is real. You do not need to do anything now.",
			],
			["The court order is being checked", "The reviewers ask the court whether the order is real."],
		],
		order_verified: [
			[
				"Nothing to do now: the waiting period is running",
				"The court order is real. If somebody still has the account’s key, they can object until everything is carried out.",
			],
			[
				"The waiting period is running",
				"The court order is real. If somebody still has the account’s key, they can object until everything is carried out.",
			],
		],
		executable: [
			[
				"carry it out with a helper",
				"Your helper is somebody who can act for the account: another owner, a guardian, the company that runs it, or the issuer of the token.",
				"Send your helper the letter below.",
				"The helper sends the transactions and tells you a number for each. It begins with 0x.",
				"Enter these numbers. We check them, and the case is done.",
			],
			[
				"Ready to be carried out",
				"Somebody who can act for the account can send the transactions now, such as another owner or a guardian.",
			],
		],
		order_unverifiable: [
			[
				"enter a corrected order",
				"The reviewers could not find out that your order is real. Enter a corrected one, or add a document that answers them.",
			],
			["The order could not be confirmed", "The claimant must enter a corrected court order."],
		],
		documents_missing: [
			[
				"add the missing documents",
				"Add what the reviewers ask for. If the order itself was wrong, enter a corrected one.",
			],
			["Documents are missing", "The claimant must add them."],
		],
		expired: [
			[
				"enter the order when you have it",
				"Your case is paused, and nothing is lost. It goes on when you enter the order.",
			],
			["Paused: there is no court order yet", "The case goes on when the claimant enters one."],
		],
		contested: [
			[
				"Somebody who has the key has objected",
				"They signed it with the account’s key. You can add documents that help your case.",
			],
			["The owner has objected", ""],
		],
		lost_account_active: [
			[
				"Somebody used the account",
				"So somebody may still have its key. You do not need to do anything now.",
			],
			["Somebody used the account", "So somebody may still have its key."],
		],
		executed_without_verified_order: [
			[
				"Sent before the order was checked",
				"The transactions were sent, but nobody had checked the court order. The reviewers check it now. You do not need to do anything.",
			],
			["Sent before the order was checked", "The reviewers check the order now."],
		],
		executed_before_challenge_period: [
			[
				"Sent too early",
				"The transactions were sent before the waiting period was over. You do not need to do anything.",
			],
			["Sent too early", "The transactions were sent before the waiting period was over."],
		],
		owner_not_watched: [
			[
				"The reviewers look at the account first",
				"The transactions were sent while we could not watch the account. The reviewers find out whether its owner was using it. You do not need to do anything.",
			],
			[
				"The reviewers look at the account first",
				"The transactions were sent while the account was not watched. The reviewers find out whether its owner was using it.",
			],
		],
		execution_mismatch: [
			[
				"Other transactions were sent",
				"The transactions that were sent are not those of this case. You do not need to do anything now.",
			],
			["Other transactions were sent", "The transactions that were sent are not those of this case."],
		],
		executed: [
			[
				"Done: the recovery is carried out",
				"The transactions of the case were sent. You do not need to do anything more.",
			],
			["The recovery is carried out", "The case is finished."],
		],
		rejected: [
			["This case is closed", "Nothing was moved."],
			["This case is closed", "Nothing was moved."],
		],
	} satisfies Record<string, readonly [mine: Words, theirs: Words]>,
	/** For the owner who has objected. */
	objected: {
		heading: "You have objected",
		held: "The claim is on hold. You need do nothing more. If the reviewers let it go on, you can object again.",
		ended: "This ended the claim. Nothing was moved, and you need do nothing more.",
	},
	/** Why a case is closed. The claimant reads `mine`, which ends with what can be done now; everybody else `theirs`. */
	closed: {
		contested_by_lost_account: {
			heading: "Closed: somebody still uses the account’s key",
			mine: (whom) => [
				"Somebody signed an objection with that key, so it is not lost. That closes a case about a lost key, but no other case. What you can do now:",
				"If the owner has died: file a new case as an heir.",
				`If a thief has the key: tell the police, and file a new case with the reason “${recover.lost.reasons.other}”.`,
				`If neither fits: ask ${whom}.`,
			],
			theirs: "Somebody signed an objection with the account’s own key. Nobody needs to do anything more.",
		},
		withdrawn_by_claimant: {
			heading: "Closed: the case was withdrawn",
			mine: () => [
				"You withdrew the case. You can file a new case. It must differ from this one in something: an account, the network, the reason or a transaction.",
			],
			theirs: "The claimant withdrew the case.",
		},
		rejected_by_reviewer: {
			heading: "Closed: the reviewers rejected the case",
			mine: (whom) => [
				`You can file a new case when you have what was missing, such as an order that names exactly its accounts and transactions. If you think that the reviewers are wrong, ask ${whom}.`,
			],
			theirs: "The reviewers have rejected the case.",
		},
	} satisfies Record<RejectionReason, Closed>,
	/** In a sentence. The operator's name and address, as far as the service has them. */
	whom: (name: string | null, contact: string | null) =>
		contact === null
			? "a lawyer, or the website or app that sent you here"
			: `${name ?? "the operator of this service"} (${contact})`,
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
			parallel: "Runs at the same time",
			next: "To come",
			halted: "On hold",
			closed: "Closed",
			never: "Not reached",
		},
		who: "Who acts",
		/** In place of the same below, where the reader is the claimant. */
		you: {
			claimant: { claimant: "You", sender: "You, with a helper" },
			reviewer: { reviewers: "You or a colleague" },
			owner: {},
		},
		actors: {
			claimant: "The claimant",
			reviewers: "The reviewers",
			time: "Nobody: the period ends by itself",
			sender: "The claimant, with a helper who can act for the account",
			nobody: "Nobody any more",
		},
		/** For the owner of the account. */
		owner: {
			object: "You can object",
			until: "until it is carried out",
			notBefore: "It cannot be carried out before",
			filedBy: "Filed by",
		},
		deadline: "By when",
		noDeadline: "No deadline",
		/** Before a date. */
		pauses: "No deadline. Without an order the case only pauses, on",
		usually: "How long this takes",
		usual: {
			claimant: "A court often takes months",
			reviewers: "Often a few days",
			time: "",
			sender: "Minutes, once the helper sends",
			nobody: "",
		},
		next: "What comes next",
		comes: {
			created: "Reviewers ask the court whether the order is real",
			answered: "The case goes on, or the reviewer asks again or closes it",
			order_attached: "When the order is confirmed and the waiting period is over, it can be carried out",
			order_verified: "It can be carried out, by a helper who can act for the account",
			executable: "We check the numbers, and the case is done",
			order_unverifiable: "The reviewers check again",
			documents_missing: "The reviewers read them. The case goes on, or they ask again",
			expired: "Reviewers ask the court whether the order is real",
			contested: "The reviewers decide whether the case goes on or is closed",
			lost_account_active: "The reviewers decide whether the case goes on or is closed",
			executed_without_verified_order: "If the order is real, the case can be finished",
			executed_before_challenge_period: "The reviewers can only close the case",
			owner_not_watched: "The case is finished or closed",
			execution_mismatch: "The case goes on or is closed",
			executed: "Nothing: the case is finished",
			rejected: "Nothing: the case is closed",
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
		paper: "The order’s file",
		noFile: "None yet. The reviewers need it: you can still add it on the page of the case.",
		facts: "2. What the order says",
		lead: "Copy these letter by letter. You sign them next, and the reviewers compare them with the court’s records.",
		captionHint: "For example: In re Estate of Doe",
		courtHint: "For example: Southern District of New York",
		docketHint:
			"Some courts number the papers of a case in a list, the docket. If yours has no such number, leave this empty.",
		wrongDocket: "Enter a whole number, such as 17.",
		go: common.action.goToSign,
		signTitle: "Sign the court order",
		signLead: "Your account signs that this order belongs to this case. It moves nothing.",
		submit: "Enter the order",
		verified: "a reviewer found that it is real",
		verified_once: "one reviewer found that it is real; a second one checks it next",
		unverified: "not checked yet",
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
		lead: "For example the order itself, a death certificate, or the court’s paper that names you as heir. PDF files of up to 10 MB. The reviewers, the operator, and the website or app that sent you here can read them. They are stored encrypted, and cannot be removed.",
		name: "What is it?",
		nameHint: "For example: Death certificate",
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
			ready: "Anybody may carry out the recovery now. Until that happens it can still be stopped.",
			expired: "The time to carry it out is over, and nobody did. It needs new approvals.",
			vetoed: "The recovery was stopped on the network. It needs new approvals.",
			executed: "The recovery was carried out on the network.",
		},
		chain: labels.network,
		approvals: "Approvals",
		of: (count: number, needed: number) => `${count} of ${needed} that are needed`,
		vetoes: "Reviewers who vote to stop it",
		stopped:
			"The case is on hold or closed, but the network does not know that. Reviewers should stop the recovery there at once.",
		from: "May be carried out from",
		until: "until",
		schedule: "The call that schedules it, which anybody may send",
		execute: "The call that carries it out, which anybody may send",
	},
	execution: {
		enter: "Enter the numbers",
		title: "On the network",
		lead: "Each transaction that was sent has a number, its hash. Enter the numbers here. We look them up on the network, and compare what was done with the case.",
		hashes: "Numbers of the transactions (hashes)",
		hashesHint: "One per line, in their order. Each is 0x and 64 more characters.",
		/** What a claimant writes to the helper. */
		ask: {
			open: "Write to your helper",
			heading: "A letter to your helper",
			mail: "Send it by e-mail",
			subject: "Please carry out a court order",
			text: (of: Record<"lostAccount" | "network" | "transactions" | "jrcHash" | "service", string>) =>
				`A court has ordered transactions of the account ${of.lostAccount} on ${of.network}. Please send exactly these, in this order: ${of.transactions} Check the order first: I give you the evidence file of the case, which you can open at ${of.service}/verify. The fingerprint of the case is ${of.jrcHash}. Afterwards, please tell me the numbers (hashes) of the transactions.`,
		},
		reportHeading: "Was it carried out? Enter the numbers",
		report: "Check the numbers",
		seen: "Transactions that carried it out",
		reported: "Transactions that were reported:",
		states: { confirming: "seen, but the network may still change", final: "final" },
		found: {
			confirming:
				"The transactions do what the case asks for. The network may still change, so we check again.",
			unseen: "The network does not have these transactions yet.",
			unproven: "The network does not show whether these transactions carried out the case.",
			mismatch: "These transactions did something else than the case asks for.",
			final: "The result is final.",
		},
		again: "We check again on",
		notAgain: "We do not check again automatically.",
		hashProblem: "Enter at least one number: 0x and 64 more characters.",
	},
	links: {
		title: "Share the evidence",
		lead: "Anybody who has the link can see what proves this case for thirty days: accounts, transactions, order and history, but no documents. The claimant’s e-mail address is not shown, but somebody who guesses it can find out that the guess is right.",
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
		heading: "Get e-mails about your case",
		unconfirmed: "You gave an address with the case. We do not mail it before you confirm it here.",
		lead: "We mail you when the case is put on hold, and what is missing; when it goes on; when the order is checked; when the recovery can be carried out, and when it is; and three days before it pauses without an order. Your address is stored encrypted.",
	},
	competing: {
		title: "Others claim this account, too",
		advice: "Tell your lawyer and the court of every claim. The reviewers see them, too.",
		all: "See all claims on this account",
	},
	danger: "Other steps",
};
