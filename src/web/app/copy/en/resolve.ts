/** Texts of the pages for courts, notaries and law firms. */
export const resolve = {
	title: "For courts and notaries",
	lead: "A filing may show a privacy code in place of an account’s address. Enter it to see whose estate it stands for. The owner sees each look-up.",
	role: {
		missing:
			"This account may look up only codes that were created through it. Courts, notaries and law firms get a role for all others: read out this id to a reviewer of the service, over a channel that the reviewer chose.",
		id: "Your developer id",
	},
	code: "Privacy code",
	codeHint:
		"As it stands in the filing: RPL and 26 letters and digits. Capital letters, spaces and dashes do not matter.",
	look: "Look up the code",
	problems: {
		RESOURCE_NOT_FOUND:
			"No code was found that this account may look up. It may be mistyped, expired or revoked. After five such attempts the wait for the next one grows.",
		code: "This is not a privacy code: a character is wrong, or some are missing.",
		RELEASE_STATUS_ERROR:
			"This account has a request for this will already, or may not make one. Your requests show it.",
		INVALID_FILE_FORMAT: "The file is not a PDF that can be kept. Nothing was filed.",
		NO_FILE_BUFFER: "The file is empty. Nothing was filed.",
		PAYLOAD_TOO_LARGE: "The file is larger than 10 MiB. Nothing was filed.",
	},
	found: {
		title: "The estate behind the code",
		owner: "Account of the owner",
		ownerOnChain: (chainId: number) => `contract on chain ${chainId}`,
		label: "Label of the code",
		agreement: "Terms",
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
		lead: "For courts, and for those who act for an executor with a court order. The owner is told and can object for a time. Then two reviewers of the service must approve.",
		applicant: "Who asks, and for whom",
		applicantHint: "The owner and the reviewers read it.",
		caption: "Title of the order",
		caseNumber: "The court’s case number",
		court: "Court",
		courtHint: "Code or name of the court.",
		docket: "Docket number",
		docketHint: "A whole number. Put letters into the case number.",
		next: "Continue to the order",
		wrongDocket: "Give a whole number, such as 17.",
		empty: "Please fill this in.",
	},
	send: {
		title: "File the request",
		effect:
			"The request goes to the owner and to the reviewers, with the court order that you choose here. It cannot be taken back, and only one request at a time is possible.",
		order: "Court order (PDF, at most 10 MiB)",
		action: "File the request",
		failed: "The request was not filed",
		again: "What you typed is still in your browser: go back with its back button, and file again.",
	},
	own: {
		title: "Your requests",
		lead: "Requests of this account for one owner’s will, newest first.",
		heading: "See your requests",
		owner: "Account of the owner",
		ownerHint: "0x and 40 characters, as the code’s look-up showed it.",
		show: "Show the requests",
		done: "The request is filed. The owner has been told.",
		none: "This account has made no request for this will.",
		will: "Download the will",
		start: "Look up a code",
	},
};
