/** Texts of `/contest`. */
import type { RecoveryReason } from "../../../../protocol/intent.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { verify } from "./verify.ts";

const stopFacts: [label: string, text: string][] = [
	[
		"What it does",
		"It tells the recovery module to stop this one recovery. It moves nothing, and gives nobody a right. After that the recovery needs new approvals.",
	],
	[
		"Who can send it",
		"The Safe stops it at once: as many of its owners sign as for any other transaction. Reviewers vote to stop it. The first of them, or somebody whom you named to delay it, delays it once.",
	],
	[
		"Until when",
		"Until somebody has carried it out. There is a day at least between its schedule and that. Do it today, also if nothing is scheduled yet.",
	],
	["What it costs", "The network’s fee, which the sender’s wallet shows before. This service takes nothing."],
	[
		"Without a wallet at hand",
		"Send the address of this page, or the file below, to another owner of the Safe, to a reviewer, or to somebody whom you named to delay it. It is no secret, and nobody can do anything else with it.",
	],
];

export const contest = {
	title: "Stop a claim on your account",
	lead: "If somebody claims an account that is yours, you can stop the claim. It costs nothing and moves nothing.",
	lookUp: {
		heading: "What is claimed on an account?",
		another: "Look up another account",
		account: labels.yourAccount,
		accountHint: "The address, beginning with 0x.",
		submit: "Show the claims",
	},
	claims: {
		heading: "Claims on this account",
		of: (network: string) => `On ${network}, for`,
		anywhere: "On every network, for",
		chain: labels.network,
		none: "Nobody claims this account at the moment.",
		noneHint: "You can still stop new claims in advance: those on one network, for the next thirty days.",
		case: labels.case,
		by: {
			"lost key": "Somebody says that the key was lost",
			inheritance: "Somebody claims the account as an heir",
			other: "Somebody claims the account for another reason",
		} satisfies Record<RecoveryReason, string>,
		effect: "Your signature",
		effects: { ended: "ends this claim", held: "puts this claim on hold until reviewers have decided" },
		outcomes: {
			ended: "this claim is ended",
			held: "this claim is on hold, and reviewers decide, often within a few days",
		},
		/** Before an outcome. */
		byYou: "You have objected",
		byAccount: "The account has objected",
		filedBy: "Filed by",
		does: "What it would do",
		earliest: "Carried out at the earliest",
		noDate: (date: string) => `${date}, if a court ordered it today`,
		contestOne: "Object to this claim only",
		nothingToDo: "Nothing is left for you to do about these claims.",
		readCase: "Read the case",
		more: "Show more",
		everywhere: "See the claims on every network",
		contestAll: "Object to all of them",
		contestAllOn: (network: string) => `Object to all of them on ${network}`,
		inAdvance: "Stop new claims in advance",
		contestComing: "Stop new claims for thirty days",
		contestElsewhere: "Stop new claims on another network",
	},
	/** Beside an objection, on a network with the recovery module. */
	stop: {
		heading: "Stop this on the chain",
		why: "Object here as well. But if the account is a Safe with the recovery module, reviewers may have approved this recovery already. An objection does not take their signatures back: with them anybody can have it carried out on the network. Only this call stops it there.",
		facts: stopFacts,
		byWallet: "With a wallet in this browser",
		byWalletText:
			"For a wallet that is connected as the Safe itself, and for reviewers and those who may delay it. The module rejects the call from the own address of a Safe’s owner.",
		with: "Stop it with {wallet}",
		elsewhere: "Send the call from another program",
		to: "To",
		data: "Data",
	},
	statuses: {
		created: "filed, waiting for a court order",
		pending: "court order received, not yet carried out",
		action_required: verify.statuses.action_required,
		executed: verify.statuses.executed,
		rejected: verify.statuses.rejected,
	},
	standing: {
		heading: "Your objections to new claims",
		text: "New claims on these accounts are stopped until the day shown here, unless you end the objection earlier.",
		none: "You have none.",
		signIn: "Sign in with the account",
		signInText:
			"Then you see who would receive what the account holds, the claims that have ended, and how long new claims are stopped. You need no sign-in to object.",
		caption: "Objections to new claims",
		account: labels.account,
		chain: labels.network,
		until: "Stands until",
		end: "Let new claims through",
		endTitle: "Let new claims through again?",
		endEffect:
			"New claims on this account will no longer be put on hold. Cases that it has closed or put on hold stay as they are.",
		endUndo: "To stop new claims again, you would sign once more.",
		endAction: "Let them through",
	},
	/** After an objection. */
	result: {
		heading: "You have objected",
		/** Of one claim with this reason, and of several. */
		of: {
			"lost key": [
				"The claim that the key was lost is ended.",
				"The claims that the key was lost are ended.",
			],
			inheritance: [
				"The claim of somebody who says they are your heir is on hold. Reviewers decide, often within a few days.",
				"The claims of those who say they are your heirs are on hold. Reviewers decide, often within a few days.",
			],
			other: [
				"The claim for another reason is on hold. Reviewers decide, often within a few days.",
				"The claims for another reason are on hold. Reviewers decide, often within a few days.",
			],
		} satisfies Record<RecoveryReason, readonly [one: string, several: string]>,
		none: "There was no open claim.",
		/** Where it is not known how many there were. */
		uncounted:
			"Claims that the key was lost are ended. Others are on hold, and reviewers decide, often within a few days.",
		ended: "This claim is ended.",
		held: "This claim is on hold. Reviewers decide, often within a few days.",
		coming: (network: string, until: string) =>
			`New claims on ${network} are put on hold until ${until}, and you need do nothing more there for now.`,
		elsewhere: "Do you use the account on other networks? Object there, too.",
	},
	revoked: "The objection has ended.",
	all: {
		title: "Object to all claims on an account",
		/** `ended` and `held`: how many claims, which may be none. */
		now: (ended: number, held: number, network: string) =>
			[
				"Your signature",
				[
					...(ended > 0 ? [`ends ${ended === 1 ? "1 claim" : `${ended} claims`} about a lost key`] : []),
					...(held > 0 ? [`puts ${held === 1 ? "1 other claim" : `${held} other claims`} on hold`] : []),
				].join(" and "),
				`on ${network}, and puts new claims there on hold for thirty days.`,
			].join(" "),
		does: "What it does",
		doesItems: [
			"It is an objection to every open claim on this account and network.",
			"For thirty days, new claims on the account are put on hold in the same way.",
		],
		doesNot: "What it does not do",
		doesNotItems: [
			"It never closes a case that is filed later, not even your own: if you lose the key next week, you can still recover the account.",
			"It covers this one network. Object on each network that you use.",
			"It moves nothing, costs nothing, and gives nobody access to the account.",
		],
		several: "If several people must sign",
		deadline:
			"Send each of them the address of this page, and send the signatures before the time that the message names.",
		submit: "Object to all claims",
		again: "Start again with a new message",
	},
	one: {
		title: "Object to one claim",
		reason: "Why do you object?",
		reasonHint:
			"You can leave this line as it is. It becomes part of the message, and everybody who sees the case can read it.",
		usual: "I have the key of this account, and I did not ask for this.",
		next: common.action.goToSign,
		signer: "Only the account that is claimed can sign this.",
		submit: "Object to this claim",
		unchanged: "Change the reason",
		incomplete:
			"This link names no open claim on this account. Look the account up, and choose the case there.",
		ended:
			"You can no longer object to this claim: it is closed or carried out, or this message was used before.",
	},
	back: "Back to the claims",
};
