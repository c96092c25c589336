/** The page on which an owner has her e-mail address told of claims. */
export const watch = {
	title: "Watch an account",
	what: [
		"We mail you within a minute when somebody asks for a recovery of your account, and again when a court order is attached, when it is verified, when the recovery may begin, and when it is over.",
		"We mail nothing else, and nothing about what you do with the account. What happens outside of this service, such as a theft, we do not see.",
		"Your address is stored encrypted. Neither whoever asks for your account, nor a partner, nor a court sees it. The operator of this service holds the key, and could.",
	],
	impossible: "This service sends no e-mail. Look at the page “Stop a claim” from time to time instead.",
	signIn: "Sign in with the account",
	account: "You watch",
	caption: "Addresses that are told",
	unconfirmed: "waits for its code",
	confirmed: "is told",
	stopped: "gets no mail",
	until: "is told until",
	labels: { email: "E-mail address", code: "Code" },
	codeHint: "25 letters and digits, from the mail. It works for one day.",
	confirm: "Confirm the address",
	add: "Mail me a code",
	remove: "Remove",
	removal: {
		title: "Remove this address?",
		effect:
			"An address that is confirmed hears of your account for seven more days, and gets a mail now. This protects you if somebody has stolen your key.",
		action: "Remove the address",
	},
	/** Of a claimant's address. */
	caseRemoval: {
		title: "Remove this address?",
		effect: "It hears no more of the case, from now on.",
		action: "Remove the address",
	},
	done: {
		silenced: "The address is removed.",
		added: "A code is on its way, or was mailed within the last day. Copy it from the mail into this page.",
		confirmed: "The address is told from now on.",
		removed: "The address is being removed. If it was confirmed, that takes seven days, and it was told so.",
		kept: "The address stays.",
	} as Record<string, string>,
	words: {
		email: "must be an address such as name@example.com",
		code: "is not the code of the newest mail, or is too old",
		RATE_LIMITED:
			"An account has at most two addresses, and your network may ask for a hundred codes a day. Remove one, or try again tomorrow.",
	} as Record<string, string>,
	keep: {
		title: "Keep your address",
		lead: "Somebody who can sign for your account asked to remove your address. With the code of that mail it stays.",
		action: "Keep the address",
	},
	offer: "Get an e-mail when somebody claims your account",
};
