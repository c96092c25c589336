/** The passkeys of an account, and the step of a log-in that asks for one. */

export const passkeys = {
	title: "Passkeys",
	lead: "A passkey is a key in your phone, your computer or a stick. With one, your password alone opens nothing.",
	labels: { name: "Name of the passkey", operatorCode: "Code of the operator" },
	nameHint: "For you, to tell your keys apart: “Phone”, “Key on my ring”.",
	operatorHint:
		"The operator of this service reads it out to you, for the first passkey of a reviewer or resolver. Leave it empty if you got none.",
	added: "Added on",
	add: "Add a passkey",
	remove: "Remove",
	back: "To the account",
	impossible:
		"No passkey can be added here: the address of the account is not confirmed yet, or this service runs under a number in place of a name. On your own machine, start it with BASE_URL=http://localhost:8787.",
	done: {
		added: "The passkey is added. From now on the log-in asks for one.",
		removed: "The passkey is removed.",
	} as Record<string, string>,
	words: {
		name: "Give the passkey a name of at most 64 characters.",
		operatorCode: "is not the operator’s code, or is older than 30 minutes",
		recoveryCode: "is no recovery code of the account, or was used before",
		credential: "no passkey has answered; try again",
		FORBIDDEN: "The passkey’s answer was not accepted. Nothing was changed. Try again.",
	} as Record<string, string>,
	codes: {
		heading: "Recovery codes",
		left: (count: number) =>
			`${count} codes are left. Each lets you in once without a passkey, to add one again. None of them signs a decision.`,
		renew: "Make ten new codes",
		title: "Your recovery codes",
		once: "Print these codes, or write them down. They are not shown again. With your password, each lets you in once if your passkeys are lost.",
		kept: "I have kept them",
	},
	logIn: {
		title: "Show your passkey",
		lead: "The password is right. Now your passkey opens the account.",
		action: "Use a passkey",
		lost: "Have you lost your passkeys?",
		code: "Recovery code",
		codeHint: "One of the ten that you printed. It works once.",
		useCode: "Log in with the code",
		words: {
			FORBIDDEN: "The passkey’s answer was not accepted, or came later than five minutes. Log in again.",
			INVALID_PASSWORD: "This is no recovery code of the account, or it was used before. Log in again.",
		} as Record<string, string>,
	},
	needed: "This needs a passkey of your account.",
};
