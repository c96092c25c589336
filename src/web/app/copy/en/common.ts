/** Texts of every page, and of errors. */
import { labels } from "./labels.ts";
export const common = {
	skipToContent: "Skip to the content",
	operatedBy: (name: string) => `This service is run by ${name}.`,
	nav: {
		label: "Main",
		recover: "Recover",
		cases: "Your cases",
		contest: "Stop a claim",
		estate: "Your estate",
		verify: "Check evidence",
		developers: "For developers",
		terms: "Terms",
		privacy: "Privacy",
		status: labels.status,
	},
	/** Each page that takes an objection says what it does and until when. */
	contest:
		"One signature with the account’s key stops a claim. If somebody says that the key was lost, it ends the claim. If an heir claims the account, it puts the claim on hold until reviewers have looked. You can sign until the claim is carried out.",
	offline: "You are offline. Nothing was sent, and what you typed is still here. Send it when you are back.",
	network: {
		other: "Another network",
		number: "Number of the other network",
		numberHint: "Networks have numbers. That of yours stands in the settings of your wallet.",
	},
	plot: { asTable: "Show the numbers" },
	times: { left: (days: string) => `${days} left`, until: "until", since: "since" },
	action: {
		showAll: "show all",
		explorer: (host: string) => `See it at ${host}`,
		logIn: "Log in",
		revoke: "Revoke",
		filter: "Filter",
		goToSign: "Continue to sign",
		makeLink: "Make a link",
		otherAccount: "Use another account",
		saveDates: "Save the dates to your calendar",
		toCase: "Go to the case",
		recover: "Start a recovery",
		signInAgain: "Sign in again",
		back: "Back",
		continue: "Continue",
		copy: "Copy",
		copied: "Copied",
		notCopied: "Not copied: select the text and copy it",
		signOut: "Sign out",
	},
	pager: { label: "Pages of the list", next: "To the next entries", first: "To the first entries" },
	passkey: {
		needsScript: "A passkey works only in a browser that runs scripts. Switch them on for this page.",
		asked: "Your browser now asks for the passkey.",
		done: "The passkey has answered.",
		failed: "No passkey has answered. Press the button to try again.",
		known: "This device already has a passkey of the account. Use another device or key.",
	},
	confirm: {
		isFinal: "This cannot be undone.",
		isKept: "A later decision can change this, but it stays on record.",
		goBack: "No, go back",
		change: "Go back and change it",
		signed: "What your passkey signs, word for word",
	},
	problem: {
		/** Above the list of fields with a problem. */
		heading: "Please check these entries",
		reference: (requestId: string) => `Reference: ${requestId}`,
		home: "Go to the first page",
		notFound: {
			title: "This page does not exist",
			text: "The address may be mistyped, or the page was removed, or it belongs to somebody else.",
		},
		forbidden: {
			title: "You cannot open this page",
			text: "The account that you are signed in with may not do this.",
		},
		method: {
			title: "This page cannot do that",
			text: "Nothing was changed. Open the page here, and use its own form.",
		},
		foreignForm: {
			title: "This form came from another site",
			text: (origin: string) =>
				`Nothing was changed. The address of this service is ${origin}. Open the page there, and use its own form.`,
		},
		tooMany: {
			title: "Too many requests",
			text: (seconds: number) =>
				seconds < 120
					? `Nothing was lost. Please wait ${seconds} seconds, then try again.`
					: `Nothing was lost. Please wait ${Math.ceil(seconds / 60)} minutes, then try again.`,
		},
		/** Above the reason, which is a sentence of `problems.ts`. */
		refused: "This was not done",
		tooLarge: {
			title: "This is too large",
			text: "A file may have 10 MB at most. Nothing was stored. Go back, and choose a smaller file.",
		},
		unavailable: {
			title: "The service cannot answer right now",
			text: "Nothing that you filed is lost. Please try again in a minute.",
		},
		unexpected: {
			title: "Something went wrong on our side",
			text: "Nothing that you filed is lost. If it happens again, tell the operator the reference below; the page “Privacy” says how to reach them.",
		},
		sessionEnded: {
			title: "You have been signed out",
			text: "Sessions end by themselves after a while. Sign in again in another tab, then come back and reload this page: what you typed was not stored.",
			signIn: "Sign in again",
		},
		signedOutHere: {
			title: "You are signed out in this browser",
			text: "The service did not answer, so your session may still exist there. Nobody can use it from this browser any more, and it ends by itself within eight hours.",
			go: "Go on",
		},
	},
};
