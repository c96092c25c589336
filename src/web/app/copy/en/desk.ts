/** Texts of the page on which a reviewer decides about a case. */
import { labels } from "./labels.ts";

export const desk = {
	/** What a reviewer compares with the court's papers. */
	comparison: {
		way: "Compare and decide",
		heading: "Compare with the court’s papers",
		lead: "Type what the papers say, as you read it there. Nothing is filled in for you. Letter case and spaces do not count, punctuation does. An empty box counts as not compared. Your comparison is stored with the case.",
		more: (count: number) => `The ${count} values that follow are not offered here.`,
		labels: {
			"courtOrder.title": "Title of the order, with its names",
			"courtOrder.fullCaseNumber": labels.caseNumber,
			"courtOrder.courtId": labels.court,
			"courtOrder.docketNumber": labels.docketNumber,
			jrcHash: labels.fingerprint,
			"case.recoveryAccount": labels.recoveryAccount,
		} as Record<string, string>,
		receiver: (transaction: number) => `Transaction ${transaction}: who receives`,
		amount: (transaction: number) => `Transaction ${transaction}: amount`,
		/** Heading of a column. */
		value: "What",
		claimed: "Claimed",
		found: "In the papers",
		result: "Result",
		inWhole: "As the paper writes it, such as 2,500.00",
		inUnits:
			"In smallest units, a whole number, because nobody has told this service how many decimals the token has",
		units: (units: string) => `${units} smallest units`,
		token: (address: string) => `Of the token ${address}. Check that the papers mean this token.`,
		checked: (decimals: number) =>
			`I looked the token up: it has ${decimals} decimal${decimals === 1 ? "" : "s"}, as the claimant says`,
		tick: "Compared, and the same",
		differs: "What differs",
		same: "The same as claimed.",
		other: "Not what is claimed.",
		/** `{amount}` is filled in by the script. */
		read: "Read as {amount}.",
		notTicked: "Not recorded: typed, but not ticked",
		notCompared: "Not compared",
		recorded: "The same",
		explained: "Different",
		compared: "What you compared",
		count: (compared: number, all: number) => `You compared ${compared} of ${all} values.`,
		left: (count: number, all: number, labels: readonly string[]) =>
			`You have not compared ${count} of ${all} values: ${labels.join("; ")}.`,
		/** In the history. */
		stored: (count: number, all: number, differing: number) =>
			`Compared: ${count} of ${all}${differing === 0 ? "" : differing === 1 ? ", 1 differs" : `, ${differing} differ`}`,
		noDocument: "This case has no document.",
		problems: {
			empty: "Type what the papers say before you tick it.",
			unequal:
				"This is not what is claimed, so it cannot be ticked. If you mistyped it, correct it. Otherwise take the tick away and say what differs.",
			unexplained: "This is not what is claimed. Say what differs. If you mistyped it, correct it.",
			amount: "This is not an amount. Type the number alone, as in 2,500.00.",
			unchecked:
				"Look up how many decimals the token has, then tick this. They decide how much the claim is.",
			otherAmount: (read: string, claimed: string) =>
				`We read this as ${read}, and ${claimed} is claimed. If you mistyped it, correct it. If the papers say so, they do not order this, and the order cannot be verified: put the case on hold or reject it, and say why.`,
			otherOrder:
				"The papers name something else than the claim. If you mistyped it, correct it. If the papers say so, they do not order this, and the order cannot be verified: put the case on hold or reject it, and say why.",
		},
	},
	/** What a reviewer does now: a title and a sentence, where the case waits for her. */
	doing: {
		order_attached: [
			"Check the court order",
			"Ask the court whether the order is real, and compare what it says with the claim.",
		],
		answered: [
			"Read the claimant’s answer",
			"They have added what a reviewer asked for. Read it, then decide again.",
		],
		contested: [
			"Read the objection",
			"Somebody with the key of the account has objected. Decide whether the case goes on or is closed.",
		],
		lost_account_active: [
			"Somebody used the lost account",
			"So it may not be lost. Ask the claimant, then decide whether the case goes on or is closed.",
		],
		executed_without_verified_order: [
			"Check the court order: the transactions were sent already",
			"If the order is genuine, verify it and let the case go on. Otherwise reject the case.",
		],
	} as Partial<Record<string, readonly [string, string]>>,
	/** A reviewer’s first day. */
	howTo: {
		title: "How to check an order",
		steps: [
			"Look the case up at the court yourself, in its public register or by telephone. Take the number from the court’s own site, never from the paper.",
			"Ask the clerk whether the order exists, is in force, and names these accounts. A scan alone proves nothing.",
			"Type what the papers say, value by value. The fingerprint, if the order quotes it, binds the order to this claim and to no other.",
			"Put the case on hold if something is missing or unclear and the claimant can correct it. Reject it if the order is forged, or orders something else.",
			"If somebody objects to the case, read the objection first. Verify nothing while the parties are before the court about it.",
		],
	},
	decision: {
		heading: "Decide",
		remaining: "Put on hold or reject",
		closed: "This case is closed. There is nothing left to decide.",
		which: "Your decision",
		choices: {
			verify_order: "Verify the court order: I asked the court, and the order is genuine",
			verify_halted: "Verify the court order only: it is genuine, but the case stays on hold",
			verify_and_resume: "Verify the court order, and let the case go on",
			require_action: "Put the case on hold: the claimant must do something",
			clear: "Let the case go on",
			clear_unverified: "Let the case go on, without verifying the order",
			attest_execution: "Attest that the recovery was carried out on the chain",
			reject: "Reject the case for good",
		},
		statusReason: "Why it is on hold",
		statusReasonOpen: "Choose why",
		statusReasonMissing: "Choose why.",
		noPaper:
			"No paper has been added. You can ask the court by the number, or ask the claimant for the file.",
		/** Leads to a halt because documents are missing. */
		ask: "Ask the claimant for the file",
		txHash: "Hash of the last transaction",
		txHashHint: "0x and 64 characters. Only for chains that this service has no connection to.",
		reasonHint: "One line. The claimant reads it, and it stays in the case’s history.",
		look: "Continue",
		decisionMissing: "Choose a decision.",
		reasonMissing: "Give your reason.",
		moved: "The case has changed since you read it. Nothing was changed now. Read it again, then decide.",
		questions: {
			verify_order: "Verify this court order?",
			verify_halted: "Verify this court order, and leave the case on hold?",
			verify_and_resume: "Verify this court order, and let the case go on?",
			require_action: "Put this case on hold?",
			clear: "Let this case go on?",
			clear_unverified: "Let this case go on, without verifying its order?",
			attest_execution: "Attest this recovery?",
			reject: "Reject this case?",
		},
		effects: {
			verify_order:
				"You confirm that the order is genuine. When the waiting period is over, the recovery may be carried out.",
			verify_halted:
				"You confirm that the order is genuine. The case stays on hold until a reviewer lets it go on.",
			verify_and_resume:
				"You confirm that the order is genuine, and the case goes on. When the waiting period is over, the recovery may be carried out.",
			require_action:
				"The case is on hold until the claimant corrects it. The waiting period goes on meanwhile.",
			clear: "The case goes on.",
			clear_unverified: "The case goes on, and a reviewer still has to verify its order.",
			attest_execution:
				"Your name stands for it that this transaction carried out the recovery. With the same word from a second reviewer the case counts as carried out.",
			reject: "The case is closed and stays closed. The claimant would have to file a new one.",
		},
		judgedAgain: "The recovery was carried out already, so it is judged again at once.",
		/** Of a halt. */
		told: {
			who: "Who is told",
			claimant: "The claimant reads your reason when they open the case.",
			byMail: "If they have switched on e-mails, we write to them at once.",
			partner: "The partner who filed the case is told at once.",
			email: (address: string | null) =>
				address === null
					? "They have left no address for reviewers, so you cannot write to them yourself."
					: `You can write to them yourself: ${address}.`,
		},
		/** Whether an order takes another reviewer. */
		reviewers: {
			only: "No second reviewer is needed.",
			first:
				"Your word is the first of two. The order counts as genuine once another reviewer verifies it too.",
			second: "A colleague has verified it before you, so your word decides.",
		},
		/** What was done, with the court’s number where the case has one. */
		did: {
			verify_order: "The order is verified.",
			verify_and_resume: "The order is verified, and the case goes on.",
			require_action: "The case is on hold.",
			clear: "The case goes on.",
			attest_execution: "Your word for the recovery is recorded.",
			reject: "The case is rejected.",
		},
		/** Something differs, and yet the order is to be verified. */
		doubt: {
			lead: (labels: readonly string[]) =>
				`${labels.length === 1 ? "1 value differs" : `${labels.length} values differ`} from the claim: ${labels.join("; ")}. An order for another case does not support this one.`,
			known: "I know of the difference, and my reason explains it",
			missing: "Tick that you know of the difference, or go back.",
		},
		actions: {
			verify_order: "Yes, the order is genuine",
			verify_halted: "Yes, the order is genuine",
			verify_and_resume: "Yes, genuine, and let it go on",
			require_action: "Yes, put the case on hold",
			clear: "Yes, let it go on",
			clear_unverified: "Yes, let it go on",
			attest_execution: "Yes, attest it",
			reject: "Yes, reject the case",
		},
	},
	/** A document beside a case or a request for a will. `{…}` is filled in by the script. */
	viewer: {
		show: "Show here",
		strip: "Paper and comparison",
		paper: "Paper",
		compare: "Compare",
		close: "Close the document",
		download: "Download the file",
		noScript: "A script shows the document here. If nothing appears, download the file.",
		previous: "Previous",
		next: "Next",
		smaller: "Smaller",
		larger: "Larger",
		place: "Page {page} of {pages}, {percent} %",
		drawing: "Drawing page {page} of {pages} …",
		noText: "This page is a picture, without text for a screen reader.",
		sheet: "Page of the document",
		loading: "Loading: {percent} %",
		opening:
			"The fingerprint is the one on record. Opening the document … If this takes long, download the file.",
		caution:
			"Shown are the pages alone: no links, forms or attached files. If something seems to be missing, download the file. A screen reader gets the text that the file states, which can differ from what is to be seen.",
		unavailable:
			"The document could not be loaded. Load this page again; if that does not help, download the file.",
		differs:
			"What was loaded is not the document on record: its SHA-256 differs. It is not shown. Load this page again; if it happens again, tell the operator.",
		locked: "The document needs a password, so it cannot be shown. Ask for a copy without one.",
		broken: "This PDF is damaged, so it cannot be shown. Download the file, or ask for another copy.",
		failed:
			"The viewer did not start or has stopped, so nothing is shown. Load this page again; if that does not help, download the file.",
	},
	objection: {
		heading: "The objection",
		ofAll: "It is against every case on this network that names the account, and gives no reason.",
		/** Before a time. */
		signed: "Received on",
		proof:
			"It is signed with the account that is claimed, so somebody has its key: the owner, or a thief. What it says is not proven.",
	},
	/** Read by reviewers alone. */
	notes: {
		heading: "Notes for colleagues",
		lead: "Only reviewers and the operator read these notes. What the claimant should read goes into the reason of a decision.",
		none: "There are none.",
		closed:
			"Your account filed this case, or one that competes with it, so its reviewers’ notes are not shown to you.",
		note: "New note",
		hint: "One line of up to 1,000 characters. It is removed 90 days after the case is closed.",
		add: "Add the note",
		by: "Written by",
		you: "you",
		remove: "Remove",
		added: "Your note is stored.",
		removed: "Your note is removed.",
	},
	/** Who works on a case. */
	taking: {
		take: "Take this case",
		giveBack: "Give it back",
		yours: "Taken by you",
		by: "Taken by",
		until: "until",
		done: "You have this case for a day, or until it is decided. Colleagues see that.",
		givenBack: "You have given the case back.",
		lost: "Another reviewer has taken this case in the meantime. Below you see who, and until when.",
	},
	groups: {
		label: "Groups of waiting cases",
		all: "All",
		new: "To check",
		contested: "Objected",
		answered: "Answered",
		second: "Needs a second",
		mine: "Mine",
	},
	weeks: {
		title: "By week",
		week: "Week from",
		waiting: "Waiting at the end of the week",
		cases: "Cases",
		decided: "Decided in the week",
		decisions: "Decisions",
	},
};
