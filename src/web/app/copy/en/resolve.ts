/** Texts of the pages for courts, notaries and law firms. */

import { labels } from "./labels.ts";
export const resolve = {
	title: "For courts and notaries",
	lead: "A filing may show a privacy code in place of an account’s address. Here you see whose estate it stands for, and ask for the will.",
	needs: {
		heading: "What you need",
		items: [
			"An account with this service. An e-mail address and a password are enough.",
			"The role of a court, notary or law firm. Log in, and read out the id that this page then shows to a reviewer. The page “Privacy” says how to reach the operator, who puts you in touch.",
			"The code from the filing. The owner sees each look-up.",
		],
		register: "Open an account",
		without: "Without an account",
		withoutText: "You can check a printed exhibit or an evidence file. That needs no account and no role.",
	},
	role: {
		missing:
			"This account may look up only codes that were created through it. Courts, notaries and law firms get a role for all others: read out this id to a reviewer of the service, over a channel that the reviewer chose. The page “Privacy” says how to reach the operator, who puts you in touch.",
	},
	code: "Privacy code",
	codeHint:
		"As it stands in the filing: RPL and 27 characters; the last may be a sign such as * or =. Capital letters, spaces and dashes do not matter.",
	look: "Look up the code",
	problems: {
		RESOURCE_NOT_FOUND:
			"No code was found that this account may look up. It may be mistyped, expired or revoked. After five such attempts the wait for the next one grows.",
		code: "This is not a privacy code: a character is wrong, or some are missing.",
		RELEASE_STATUS_ERROR:
			"This account has a request for this will already, or may not make one. Your requests show it.",
		INVALID_FILE_FORMAT: "The file is not a PDF that can be kept. Nothing was filed.",
		NO_FILE_BUFFER: "The file is empty. Nothing was filed.",
		PAYLOAD_TOO_LARGE: "The file is larger than 10 MB. Nothing was filed.",
	},
	found: {
		title: "The estate behind the code",
		owner: labels.owner,
		ownerOnChain: (network: string) => `contract on ${network}`,
		label: "Label of the code",
		agreed: "the owner has accepted the current terms",
		notAgreed: "the owner has not accepted the current terms",
		will: "Will",
		noWill: "no will is on file",
		version: (version: number) => `version ${version}, on file since`,
		checksum: "SHA-256 of the will",
		at: "Looked up on",
	},
	request: {
		heading: "Ask for the will",
		lead: "For courts, and for those who act for an executor with a court order. After a waiting period two reviewers of the service must approve. The owner sees the request on the page of the estate, and can object until the time to download is over.",
		applicant: "Who asks, and for whom",
		applicantHint: "The owner and the reviewers read it.",
		courtHint: "Code or name of the court.",
		docketHint: "A whole number. Put letters into the case number.",
		next: "Continue to the order",
		wrongDocket: "Give a whole number, such as 17.",
		empty: "Please fill this in.",
	},
	send: {
		title: "File the request",
		effect:
			"The request goes to the owner and to the reviewers, with the court order that you choose here. It cannot be taken back, and only one request at a time is possible.",
		order: "Court order (PDF, at most 10 MB)",
		failed: "The request was not filed",
		again: "What you typed is still in your browser: go back with its back button, and file again.",
	},
	own: {
		title: "Your requests",
		lead: "Requests of this account for one owner’s will, newest first.",
		heading: "See your requests",
		ownerHint: "0x and 40 characters, as the code’s look-up showed it.",
		show: "Show the requests",
		done: "The request is filed. The owner sees it on the page of the estate, and gets an e-mail if she has given her address for that.",
		none: "This account has made no request for this will.",
		will: "Download the will",
		start: "Look up a code",
	},
};
