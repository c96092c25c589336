/** Mails, and the page that says which there are. */
import type { MailCopy } from "../../mail/mail-words.ts";

const SECURITY =
	"We send this because it is about the security of your account, so it cannot be switched off.";

const kinds: MailCopy = {
	confirm_email: ({ brand, host }) => ({
		subject: `Your code for ${brand}`,
		text: [
			`Somebody, probably you, opened a developer account at ${host} with this address.`,
			"Is it yours? Then log in there and copy this code into the page “Confirm the address”:",
		],
		link: ["/developers/account/confirm", "Open the page"],
		more: [
			"The code works for one day, in that account only. Confirming the address ends every API key and webhook endpoint that the account had before.",
			"Did you not open an account? Do nothing. Without this code nobody can confirm your address.",
		],
		why: "We send this because somebody gave this address to us. You get at most one a day.",
	}),
	reset_password: ({ host }) => ({
		subject: "Your code to set a new password",
		text: [
			`Somebody, probably you, asked for a new password for your account at ${host}.`,
			"Copy this code into the page “Set a new password”. It works once, for 15 minutes:",
		],
		link: ["/developers/reset", "Open the page"],
		more: ["Did you not ask for it? Do nothing. Your password stays as it is."],
		why: SECURITY,
	}),
	password_changed: ({ host, at }) => ({
		subject: "Your password was changed",
		text: [
			`The password of your account at ${host} was changed on ${at}. Every session has ended.`,
			"Was it you? Then there is nothing to do.",
			"Was it not you? Set a new password now, then look at your API keys.",
		],
		link: ["/developers/forgotten", "Set a new password"],
		why: SECURITY,
	}),
	new_device: ({ host, at }) => ({
		subject: "A new device logged in",
		text: [
			`On ${at} somebody logged in to your account at ${host} with the right password, from a browser or program that has not logged in before.`,
			"Was it you? Then there is nothing to do.",
			"Was it not you? Set a new password now. That ends every session.",
		],
		link: ["/developers/forgotten", "Set a new password"],
		why: SECURITY,
	}),
	key_issued: ({ host, at }, { hint }) => ({
		subject: "A new API key",
		text: [`On ${at} an API key was issued for your account at ${host}.`],
		facts: [["The key ends with", hint]],
		link: ["/developers/keys", "See your keys"],
		more: ["Was it not you? Revoke the key there, then set a new password."],
		why: SECURITY,
	}),
};

export const mail = {
	kinds,
	never: "We never ask for a password, a code, a recovery phrase or a payment, neither by mail nor by phone.",
	about: (url: string) => `What we send, and how to tell that it is from us: ${url}`,
	page: {
		title: "Mail from us",
		lead: "What this service sends, from where, and what it never asks for.",
		none: "This service sends no mail. A mail that claims to be from it is a fraud.",
		from: "Every mail comes from",
		what: {
			heading: "What we send",
			items: [
				"A code, after somebody gave us your address or asked for a new password. You copy it into our page yourself.",
				"A note when the password of your developer account changes, when a new device logs in to it, and when an API key is issued.",
			],
		},
		how: {
			heading: "How to tell that a mail is from us",
			items: [
				"Its links lead to this site only. Type the address yourself if you are unsure.",
				"Opening a link changes nothing. What changes something is a button on a page of this site.",
				"It has no attachment, no picture, and no words that another user wrote.",
			],
		},
		never: {
			heading: "What we never ask for",
			items: [
				"Your password, your recovery phrase or your private key.",
				"A code, by phone or by reply.",
				"A payment to get an account back.",
			],
		},
	},
	local: {
		title: "Mailbox of this machine",
		lead: "This service runs on your machine, so its mail stays here. Newest first.",
		empty: "No mail yet.",
		to: "To",
		at: "Sent",
		subject: "Subject",
		html: "As a mail program shows it",
		back: "All mails",
	},
};
