import { labels } from "../labels.ts";
import { problems } from "../problems.ts";

const PASSWORD =
	"Use 8 to 32 characters, with an uppercase letter, a lowercase letter, a number and a special character, and no common password.";

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
	unequal: "Type the same password in both fields.",
	/** By field and error code. */
	words: {
		email: "Type an address such as name@example.com.",
		password: PASSWORD,
		newPassword: PASSWORD,
		USER_FOUND: problems.codes.USER_FOUND,
		RESET_CODE:
			"This code is not valid: it was used, is too old, or is not whole. Ask for another one; codes by mail work for 15 minutes.",
	} as Record<string, string>,
	register: {
		title: "Open a developer account",
		lead: "An account has API keys, webhook endpoints and hosted links. It costs nothing.",
		emailHint: "You log in with it. We mail a code there, and alarms about your account.",
		action: "Open the account",
		logIn: "You have an account? Log in",
	},
	wrongPassword: "This is not your password.",
	logIn: {
		done: { password: "Your password is changed, and every session has ended. Log in with the new one." },
		ended: "You were signed out: your session has ended. Log in to continue where you were.",
		register: "No account yet? Open one",
		forgotten: "Password forgotten?",
	},
	forgotten: {
		title: "Password forgotten",
		lead: "Tell us the address of your account. We mail a code to it, with which you set a new password.",
		noMail: "This service sends no mail. Ask its operator for a code; /privacy says how to reach them.",
		action: "Mail me a code",
		sent: {
			title: "Look at your mail",
			text: "If this address has an account, a code is on its way. It works once, for 15 minutes. If nothing comes, look whether you registered with another address.",
		},
	},
	reset: {
		haveCode: "I have a code",
		title: "Set a new password",
		codeHint: "25 letters and digits, from the mail or from the operator. They work once.",
		effect: "This ends every session of your account. API keys keep working.",
		action: "Set the password",
		done: {
			title: "Password set",
			text: "Your new password is set, and all sessions have ended. Log in with it.",
		},
	},
};
