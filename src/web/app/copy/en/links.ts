import { recover } from "./recover.ts";
export const links = {
	filledIn: (host: string) => `filled in by ${host}`,
	through: "You came from",
	fixed: "This cannot be changed here.",
	leave: (host: string) => `Return to ${host}`,
	invitation: {
		title: { recovery: recover.title, estate: "Accept the terms for your estate" },
		heading: (host: string) => `${host} has sent you here`,
		lead: {
			recovery: recover.who.lead,
			ofHeir: recover.who.leadOfHeir,
			estate: "Here you read the terms for keeping your will, and accept them with your wallet’s signature.",
		},
		filled: (host: string) =>
			`What ${host} has filled in is marked as such. Check it like everything else that you sign.`,
		wallet:
			"Mail programs often open links in a browser of their own. If your wallet is in another browser, open this address there before you start.",
		until: "You can use this link until",
		start: "Start",
	},
	takeOver: {
		text: "You can continue here instead. The other browser can then no longer use the link, and what was typed there does not come along.",
		action: "Continue here instead",
	},
	sees: {
		heading: (host: string) => `What ${host} will see`,
		items: {
			recovery: [
				"The record of your case: both accounts, the reason, the transactions, and how the case goes on.",
				"Your e-mail address, if you give one.",
				"The court order, and the documents that you add to the case.",
			],
			estate: [
				"That this account has accepted the terms, and when.",
				"Whether you have a will on file: its version, date, type, size and fingerprint. Never the will itself.",
			],
		},
	},
	states: {
		started_elsewhere: {
			title: "This link was started in another browser",
			text: {
				recovery: (host: string) =>
					`Another browser is using this link from ${host}, or this one was before a sign-out. Nothing has been filed through it yet.`,
				estate: (host: string) =>
					`Another browser is using this link from ${host}, or this one was before a sign-out. No terms have been accepted through it yet.`,
			},
		},
		used: {
			title: "This link has already been used",
			text: {
				recovery: (host: string) =>
					`A case was filed through this link from ${host}. The account that signed it can open the case.`,
				estate: (host: string) =>
					`The terms were accepted through this link from ${host}. The account that signed them can open its estate.`,
			},
		},
		expired: {
			title: "This link has expired",
			text: {
				recovery: (host: string) =>
					`Nothing was filed through it. Ask ${host} for another link, if you still need one.`,
				estate: (host: string) =>
					`No terms were accepted through it. Ask ${host} for another link, if you still need one.`,
			},
		},
		ended: {
			title: "This link was ended",
			text: {
				recovery: (host: string) =>
					`Nothing was filed through it. ${host} has ended it, or may no longer send people here. Ask ${host} why.`,
				estate: (host: string) =>
					`No terms were accepted through it. ${host} has ended it, or may no longer send people here. Ask ${host} why.`,
			},
		},
	},
	ways: {
		openAgain:
			"To continue in this browser, open the link that you were sent again, and choose “Continue here instead”. Otherwise continue in the other browser.",
		toCases: "Go to your cases",
		toEstate: "Go to your estate",
		without: {
			recovery: (host: string) =>
				`You can also file a case without a link. ${host} is then not told of it, and you enter everything yourself.`,
			estate: (host: string) =>
				`You can also use your estate without a link. ${host} is then not told of it.`,
		},
		alone: { recovery: "Recover without a link", estate: "Go to your estate" },
	},
	unknown: {
		title: "There is no such link",
		text: "Perhaps part of the address is missing. Open the link again from where you received it, or ask for another one. Links are removed 90 days after their end.",
	},
	notStarted: {
		title: "This browser has not started the link",
		text: "Open the link that you were sent again, and start it here. Nothing was filed or accepted by opening this page.",
	},
	expected: {
		heading: "The account that receives",
		text: (host: string) => `${host} expects this account to receive what is recovered, and to sign:`,
		mustBe: (host: string) =>
			`This link works with that account only. Sign in with it, or ask ${host} for another link.`,
		maybe: "You are signed in with another account, which would file the case unless you change it.",
		owner: (host: string) => `${host} expects the estate of this account:`,
		maybeOwner: "You are signed in with another account, whose estate this page is about.",
		signIn: "Sign in with another account",
	},
	email: (host: string) =>
		`It is part of what you sign. ${host}, the reviewers and the operator of this service see it. The evidence of the case holds only a fingerprint of it, with which somebody who guesses the address can check the guess.`,
	transactions: {
		locked: (host: string) =>
			`${host} has listed these transactions. You can remove some of them, but not change, add or move any.`,
		restore: (host: string) => `List again what ${host} has filled in`,
	},
	refused: {
		onFile: (host: string) =>
			`This recovery is on file already, and was not filed through this link. ${host} does not hear of it by this link.`,
		busy: (seconds: number) =>
			`Something else is being filed through this link right now. Wait ${seconds} seconds, then send it again.`,
		tooManyOpen: (host: string) =>
			`The service takes no more open cases for this lost account from ${host}. Ask ${host}, which has to close one of them first. Then send this once more.`,
		locked: (host: string) =>
			`Something differs from what ${host} has fixed. Begin again from the link that you were sent.`,
	},
	told: {
		host: (host: string) =>
			`${host} is told of this case and of how it goes on. The page of the case tells you too, and can mail you each step. Come back with this wallet. Save this link to your case:`,
		somebody:
			"The website or app through which this case was filed is told of it and of how it goes on. The page of the case tells you too, and can mail you each step. Come back with this wallet. Save this link to your case:",
		nobody:
			"The page of the case tells you how it goes on, and can mail you each step. Come back with this wallet. Save this link to your case:",
	},
	accepted: {
		title: "You have accepted the terms",
		text: (host: string) =>
			`${host} can see it. Your estate is open now: you can upload your will and make codes for your heirs.`,
	},
};
