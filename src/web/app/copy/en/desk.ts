/** Texts of the page on which a reviewer decides about a case. */
import { labels } from "./labels.ts";

export const desk = {
	/** What a reviewer compares with the court's papers. */
	comparison: {
		way: "Compare and decide",
		heading: "Compare with the court’s papers",
		lead: "Type what the papers say, as you read it there. Nothing is filled in for you. A tick says that you compared the value and that it is the same: letter case and spaces do not count. What you leave empty was not compared. All of it stands in the case’s evidence.",
		more: (count: number) => `The ${count} values that follow are not offered here.`,
		labels: {
			"courtOrder.title": "Title of the order, with its names",
			"courtOrder.fullCaseNumber": labels.caseNumber,
			"courtOrder.courtId": labels.court,
			"courtOrder.docketNumber": labels.docketNumber,
			"case.lostAccount": labels.lostAccount,
			"case.recoveryAccount": labels.recoveryAccount,
		} as Record<string, string>,
		receiver: (transaction: number) => `Transaction ${transaction}: who receives`,
		amount: (transaction: number) => `Transaction ${transaction}: amount`,
		claimed: "Claimed",
		found: "In the papers",
		inWhole: "In whole units, as in 1.5",
		inUnits: "In smallest units, a whole number",
		tick: "Compared, and the same",
		differs: "Why it differs",
		same: "The same as claimed.",
		other: "Not what is claimed.",
		notTicked: "typed, but neither ticked nor explained, so not recorded",
		recorded: "Compared, the same",
		explained: "Compared, and different",
		problems: {
			empty: "Type what the papers say before you tick it.",
			unequal:
				"This is not what is claimed, so it cannot be ticked. Take the tick away and say why it differs, or correct what you typed.",
			unexplained: "This is not what is claimed. Say why it differs, or empty the field above.",
			amount: "This is not an amount.",
			otherOrder:
				"The papers name another account or number than the claim, so they do not order this. The order cannot be verified. Put the case on hold or reject it, and say why.",
		},
	},
	decision: {
		heading: "Decide",
		closed: "This case is closed. There is nothing left to decide.",
		which: "Your decision",
		choices: {
			verify_order: "Verify the court order: I asked the court, and the order is genuine",
			verify_halted: "Verify the court order only: it is genuine, but the case stays on hold",
			verify_and_resume: "Verify the court order, and let the case go on",
			require_action: "Put the case on hold: the claimant must do something",
			clear: "Let the case go on",
			attest_execution: "Attest that the recovery was carried out on the chain",
			reject: "Reject the case for good",
		},
		statusReason: "If you put it on hold: why",
		txHash: "If you attest: hash of the last transaction",
		txHashHint: "0x and 64 characters. Only for chains that this service has no connection to.",
		reason: labels.yourReason,
		reasonHint: "One line. The claimant reads it, and it stays in the case’s history.",
		look: "Continue to confirm",
		decisionMissing: "Choose a decision.",
		reasonMissing: "Give your reason.",
		moved: "The case has changed since you read it. Nothing was changed now. Read it again, then decide.",
		questions: {
			verify_order: "Verify this court order?",
			verify_halted: "Verify this court order, and leave the case on hold?",
			verify_and_resume: "Verify this court order, and let the case go on?",
			require_action: "Put this case on hold?",
			clear: "Let this case go on?",
			attest_execution: "Attest this recovery?",
			reject: "Reject this case?",
		},
		effects: {
			verify_order:
				"The order counts as genuine from now on. When the waiting period is over, the recovery may be carried out. Where this service asks for two reviewers, the word of the second one decides.",
			verify_halted:
				"The order counts as genuine from now on. The case stays on hold until a reviewer lets it go on. Where this service asks for two reviewers, the word of the second one decides.",
			verify_and_resume:
				"The order counts as genuine from now on, and the case goes on. When the waiting period is over, the recovery may be carried out. Where this service asks for two reviewers, the word of the second one decides.",
			require_action: "The case is on hold, and the claimant is told your reason and can mend it.",
			clear: "The case goes on. If the recovery was carried out already, it is judged again at once.",
			attest_execution:
				"Your name stands for it that this transaction carried out the recovery. With the same word from a second reviewer the case counts as carried out.",
			reject: "The case is closed and stays closed. The claimant would have to file a new one.",
		},
		actions: {
			verify_order: "Yes, the order is genuine",
			verify_halted: "Yes, the order is genuine",
			verify_and_resume: "Yes, genuine, and let it go on",
			require_action: "Yes, put the case on hold",
			clear: "Yes, let it go on",
			attest_execution: "Yes, attest it",
			reject: "Yes, reject the case",
		},
	},
	/** Read by reviewers alone. */
	notes: {
		heading: "Notes for colleagues",
		lead: "Only reviewers and the operator read these notes. They are in no evidence, event or download. What the claimant is to read goes into the reason of a decision.",
		none: "There are none.",
		closed:
			"Your account filed this case, or one that competes with it, so its reviewers’ notes are not shown to you.",
		unavailable: "The notes cannot be shown at the moment.",
		note: "New note",
		hint: "One line of up to 1,000 characters. It is removed 90 days after the case is closed.",
		add: "Add the note",
		by: "Written by",
		you: "you",
		remove: "Remove",
		added: "Your note is stored.",
		removed: "Your note is removed.",
	},
};
