/** Registration, log-in and forgotten passwords. */
import { common } from "../common.ts";
import { labels } from "../labels.ts";
import { problems } from "../problems.ts";

const PASSWORD =
	"must have 8 to 32 characters, with an uppercase letter, a lowercase letter, a number and a special character, and must not be a common password";

export const entry = {
	labels: {
		email: labels.email,
		password: "Password",
		currentPassword: "Present password",
		newPassword: "New password",
		repeated: "The same password again",
		code: "Code",
	},
	passwordRules:
		"8 to 32 characters, with an uppercase letter, a lowercase letter, a number and a special character. Common passwords are rejected.",
	unequal: "must be the same in both fields",
	/** By field and error code. */
	words: {
		email: "must be an address such as name@example.com",
		password: PASSWORD,
		newPassword: PASSWORD,
		USER_FOUND: problems.codes.USER_FOUND,
		RESET_CODE:
			"This code is not valid: it was used, is older than 30 minutes, or is not whole. Ask the operator of this service for another one; /privacy says how to reach them.",
	} as Record<string, string>,
	register: {
		title: "Open a developer account",
		lead: "An account has API keys, webhook endpoints and hosted links. It costs nothing.",
		emailHint: "The service sends nothing there. It is the name that you log in with.",
		action: "Open the account",
		logIn: "You have an account? Log in",
	},
	wrongPassword: "is wrong",
	logIn: {
		done: { password: "Your password is changed, and every session has ended. Log in with the new one." },
		title: common.action.logIn,
		ended: "You were signed out: your session has ended. Log in to continue where you were.",
		action: common.action.logIn,
		register: "No account yet? Open one",
		forgotten: "Password forgotten? Set a new one with a code from the operator",
	},
	reset: {
		title: "Set a new password",
		codeHint: "25 letters and digits from the operator of this service. They work once, for 30 minutes.",
		effect: "This ends every session of your account. API keys keep working.",
		action: "Set the password",
		done: {
			title: "Password set",
			text: "Your new password is set, and all sessions have ended. Log in with it.",
			logIn: common.action.logIn,
		},
	},
};
