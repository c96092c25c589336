/** The page on which an owner gives the e-mail addresses that get warnings about her account. */
export const watch = {
	title: "Get e-mails about your account",
	what: [
		"We write to you within a minute when somebody claims your account, and at each further step until it is over.",
		"We write to you when somebody asks for the will that you keep here.",
		"You do not hear from us about anything else. We do not see what happens elsewhere, such as a theft.",
		"Your e-mail address is stored encrypted. Neither the person who claims your account nor a court sees it. The operator of this service could read it.",
	],
	impossible:
		"This service sends no e-mails. Look at the pages “Stop a claim” and “Your estate” every two weeks instead.",
	signIn: "Sign in with the account",
	account: "Your account:",
	caption: "Addresses that get e-mails",
	unconfirmed: "waits for its code",
	confirmed: "gets e-mails",
	stopped: "gets no e-mails",
	until: "gets e-mails until",
	labels: { email: "E-mail address", code: "Code" },
	codeHint: "Copy the 25 letters and digits from our e-mail. They work for one day.",
	confirm: "Confirm the address",
	add: "Mail me a code",
	remove: "Remove",
	removal: {
		title: "Remove this address?",
		effect:
			"If the address is confirmed, it gets an e-mail now, and warnings for seven more days. This protects you if somebody has stolen your key.",
		action: "Remove the address",
	},
	/** Of a claimant's address. */
	caseRemoval: {
		title: "Remove this address?",
		effect: "It gets no more e-mails about the case, from now on.",
		action: "Remove the address",
	},
	done: {
		silenced: "The address is removed.",
		added: "We have sent you a code, today or within the last day. Copy it from the e-mail into this page.",
		confirmed: "The address gets e-mails from now on.",
		removed:
			"The address is being removed. If it was confirmed, that takes seven days, and it got an e-mail that says so.",
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
		lead: "Somebody who can sign for your account asked to remove your address. To keep it, enter the code from our e-mail.",
		action: "Keep the address",
	},
	offer: "Get an e-mail when somebody claims your account",
};
