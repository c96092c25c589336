/**
 * Mails, and the page that says which there are.
 *
 * Over 300 lines, because the words of all kinds are one record, in which a missing kind is a type error.
 */

import type { MailFacts } from "../../../../mail/mail-kinds.ts";
import { actInWords, type MailCopy, type MailKindNames } from "../../mail/mail-words.ts";
import { cases } from "./cases.ts";
import { labels } from "./labels.ts";
import { watch } from "./watch.ts";

const SECURITY =
	"We send this because it is about the security of your account, so it cannot be switched off.";

const CHOSEN = "We send this because your developer account gets mails of this kind.";

const WATCHED = `We send this because this address was confirmed on our page “${watch.title}”. You can end it there. It then takes seven days.`;

/** A mail about cases that name a watched account. */
const claim =
	(subject: string, what: string, isOpen = true): MailCopy["claim_filed"] =>
	({ host, network, time }, { account, chainId, cases, earliest }) => ({
		subject,
		text: [
			...(isOpen
				? [`You can object to the claim until it is carried out, which is ${time(earliest)} at the earliest.`]
				: []),
			`You get e-mails from ${host} about the account below. ${what}`,
			...(cases === "1" ? [] : [`This is about ${cases} claims on the account.`]),
		],
		facts: [["Account", account], ...(chainId === "" ? [] : ([["Network", network(chainId)]] as const))],
		link: [
			`/contest?account=${account}`,
			isOpen ? "See the claim, and object" : "See the claims on the account",
		],
		more: isOpen
			? [
					"Is the account yours, and did you not ask for this? Object on that page, with one signature of your wallet. Nobody else can do that for you, and it costs nothing.",
					"Did you ask for it yourself? Then there is nothing to do.",
				]
			: [],
		why: WATCHED,
	});

const resume =
	(path: string, page: string): MailCopy["resume_mail"] =>
	({ host }) => ({
		subject: "Your code to get mail again",
		text: [
			`Mail from ${host} to this address was stopped, because a mail came back or was reported as unwanted.`,
			`Somebody, probably you, asked for mail again. Copy this code into the page “${page}”:`,
		],
		link: [path, "Open the page"],
		more: ["The code works for one day. Did you not ask for it? Do nothing, and nothing else comes."],
		why: "We send this because it was asked for in a session of your account. You get at most one a day.",
	});

const CLAIMED =
	"We send this because this address was confirmed on the page of the case. Remove it there, and the e-mails end at once.";

const OWN_CASE = {
	case_filed: "Your recovery is filed",
	case_halted: "Your recovery is on hold",
	case_answered: "Your recovery goes on",
	case_verified: "The court order of your recovery is verified",
	case_executable: "Your recovery may be carried out",
	case_executed: "Your recovery is carried out",
	case_closed: "Your recovery is closed",
	case_expiring: "Your recovery needs a court order soon",
};

/** A mail about a claimant's case. */
const ownCase = (
	kind: keyof typeof OWN_CASE,
	text: readonly string[],
	caseId: string,
): ReturnType<MailCopy["case_filed"]> => ({
	subject: OWN_CASE[kind],
	text,
	facts: [["Case", caseId]],
	link: [`/cases/${caseId}`, "See the case"],
	more: [
		"Sign in there with the account to which it is recovered. Your account signs nothing by opening the page.",
	],
	why: CLAIMED,
});

const REVIEWS =
	"We send this because your account may review. It ends on the page of your account, or by the address at the end of this mail.";
const OPERATES = "We send this because the setting ALERTS_TO of this service names this address.";

const REVIEW = {
	review_digest: "What waits for reviewers today",
	review_overdue: "Something has waited too long for a reviewer",
};

const waiting = ({ cases: count, releases, origins }: MailFacts<"review_digest">) =>
	[
		["Cases", count],
		["Requests for a will", releases],
		["Websites", origins],
	] as const;

const kinds: MailCopy = {
	review_digest: ({ host }, facts) => ({
		subject: REVIEW.review_digest,
		text: [`At ${host} this waits for a reviewer:`],
		facts: waiting(facts),
		link: ["/review", "See the queue"],
		why: REVIEWS,
	}),
	review_overdue: ({ host }, { hours, ...facts }) => ({
		subject: REVIEW.review_overdue,
		text: [`At ${host} this has now waited for ${hours} hours, and you were not told of it before:`],
		facts: waiting(facts),
		link: ["/review", "See the queue"],
		why: REVIEWS,
	}),
	review_stop: ({ host, time }, { caseId, until }) => ({
		subject: "Stop a recovery on its network",
		text: [
			`At ${host} a case was put on hold or closed after its recovery had been approved, for example because the owner objected. The signed approvals can still be used on the network until ${time(until)}.`,
			"Reviewers of the account stop it there. The page of the case has the veto to sign.",
		],
		facts: [["Case", caseId]],
		link: [`/review/cases/${caseId}`, "See the case"],
		why: SECURITY,
	}),
	dead_letters: ({ host }, { letters }) => ({
		subject: "Events could not be delivered",
		text: [
			`At ${host} events of cases failed on their way to webhook endpoints, and are not tried again by themselves.`,
			"A reviewer can put them back on the page below. None is lost.",
		],
		facts: [["Events", letters]],
		link: ["/review/dead-letters", "See them"],
		why: OPERATES,
	}),
	job_stopped: ({ host }) => ({
		subject: "A maintenance job does not end",
		text: [
			`At ${host} a job (reindex or rotate-kek) was requested more than a day ago and has not ended.`,
			"Its log names the objects that fail: see “What to watch” in the operator's guide.",
		],
		why: OPERATES,
	}),
	evidence_key_ending: ({ host, time }, { until }) => ({
		subject: "The key that signs evidence should be replaced",
		text: [
			`The key with which ${host} signs evidence should be replaced before ${time(until)}. It goes on to sign until you do.`,
			"How: “Changing secrets” in the operator's guide.",
		],
		why: OPERATES,
	}),
	resume_mail: resume("/developers/account/confirm", "Confirm the address"),
	resume_watcher: (place, { pepper, caseId }) =>
		resume(caseId === "" ? "/watch" : `/cases/${caseId}`, watch.title)(place, { pepper }),
	case_filed: ({ host }, { caseId }) =>
		ownCase(
			"case_filed",
			[
				`A recovery to your account is filed at ${host}, and this address gets e-mails about it from now on.`,
				"Its page says what comes next. Unless a court order is there already, the next step is yours: take the exhibit to a court.",
			],
			caseId,
		),
	case_halted: (_, { caseId, reason }) =>
		ownCase("case_halted", ["Your recovery does not go on by itself.", ...actInWords(cases, reason)], caseId),
	case_answered: (_, { caseId }) =>
		ownCase(
			"case_answered",
			[
				"A court order or a document was added, or a reviewer has let the case go on.",
				"Reviewers check an order with the court. If there is none yet, the next step is yours.",
			],
			caseId,
		),
	case_verified: ({ time }, { caseId, until }) =>
		ownCase(
			"case_verified",
			[
				`The recovery may be carried out from ${time(until)}. Until it is, the owner of the account can object.`,
				"You need do nothing until then.",
			],
			caseId,
		),
	case_executable: (_, { caseId }) => ownCase("case_executable", actInWords(cases, "executable"), caseId),
	case_executed: (_, { caseId }) =>
		ownCase("case_executed", [...cases.doing.executed[0], "This is the last mail about it."], caseId),
	case_closed: (_, { caseId }) =>
		ownCase(
			"case_closed",
			["It was closed, and nothing was moved by it. Its page says why.", "This is the last mail about it."],
			caseId,
		),
	case_expiring: ({ time }, { caseId, until }) =>
		ownCase("case_expiring", [`${labels.pausesOn} ${time(until)}.`, labels.notLost], caseId),
	confirm_watcher: ({ host }, { caseId }) => ({
		subject: "Your code to get e-mails",
		text: [
			`Somebody, probably you, asked ${host} to send e-mails to this address.`,
			"Copy this code into the page where you are signed in with your account:",
		],
		link: [caseId === "" ? "/watch" : `/cases/${caseId}`, "Open the page"],
		more: ["The code works for one day. Did you not ask for it? Do nothing, and nothing else comes."],
		why: "We send this because somebody gave this address to us. You get at most one a day.",
	}),
	watcher_removal: ({ host, at }, { account }) => ({
		subject: "You will get no more e-mails about an account",
		text: [
			`On ${at} somebody who can sign for the account below asked ${host} to remove this address. In seven days you get no more e-mails about it.`,
			"Was it you? Then there is nothing to do.",
			"Was it not you? Then somebody else has your key. Keep this address with this code, and move what the account holds:",
		],
		facts: [["Account", account]],
		link: ["/watch/keep", "Keep the address"],
		why: WATCHED,
	}),
	claim_filed: claim(
		"Somebody claims your account",
		"Somebody claims it, and wants a court to order that what it holds is moved to another account.",
	),
	claim_order_attached: claim(
		"A court order for a claim on your account",
		"Whoever claims it has attached a court order, which reviewers now check.",
	),
	claim_order_verified: claim(
		"The court order for a claim on your account was verified",
		"Reviewers have verified the court order. The claim can be carried out when the waiting period is over.",
	),
	claim_executable: claim(
		"A claim on your account may be carried out now",
		"The waiting period is over, but you can still object until the claim is carried out.",
	),
	claim_executed: claim(
		"A claim on your account was carried out",
		"The claim was carried out: what the court order names has left the account.",
		false,
	),
	recovery_scheduled: ({ host, time, network }, { account, chainId, until }) => ({
		subject: "A recovery of your account was scheduled on its network",
		text: [
			`It can move what the account holds from ${time(until)} on, unless it is stopped on the network before. No open case at ${host} allows it.`,
			"Reviewers of the account, or somebody with their keys, have signed it. Stop it with the account itself: the recovery module takes its veto.",
		],
		facts: [
			["Account", account],
			["Network", network(chainId)],
		],
		link: ["/contest", "See the claims on the account"],
		why: WATCHED,
	}),
	release_requested: ({ host, time }, { account, until }) => ({
		subject: "Somebody asks for your will",
		text: [
			`If you are alive, object before ${time(until)}. Then two reviewers decide, but you can still object until the will is given out.`,
			`A court, a notary or a law firm has asked ${host} for the will that you keep there with the account below. Your objection ends the request for good, and needs no reason.`,
		],
		facts: [["Account", account]],
		link: ["/estate/releases", "See it, and object"],
		why: WATCHED,
	}),
	claim_closed: claim(
		"A claim on your account has ended",
		"The claim is closed. Nothing was moved by it.",
		false,
	),
	confirm_email: ({ brand, host }) => ({
		subject: `Your code for ${brand}`,
		text: [
			`Somebody, probably you, opened a developer account at ${host} with this address.`,
			"Is it yours? Then log in there and copy this code into the page “Confirm the address”:",
		],
		link: ["/developers/account/confirm", "Open the page"],
		more: [
			"The code works for one day. Confirming the address ends every API key and webhook endpoint that the account had before.",
			"Did you not open an account? Do nothing. Without this code nobody can confirm your address.",
		],
		why: "We send this because somebody gave this address to us. You get at most one a day.",
	}),
	change_email: ({ host }) => ({
		subject: "Your code to change the address",
		text: [
			`Somebody, probably you, asked to change the address of your account at ${host}. Another code was mailed to the new address.`,
			"Copy this code into the page “Change the address”, where you are logged in:",
		],
		link: ["/developers/account/email", "Open the page"],
		more: [
			"The code works for one day. Was it not you? Give it to nobody. Somebody knows your password: set a new one now, which ends the change.",
		],
		why: SECURITY,
	}),
	confirm_new_email: ({ host }) => ({
		subject: "Your code for a new address",
		text: [
			`Somebody, probably you, asked to use this address for a developer account at ${host}. Another code was mailed to the present address of the account.`,
			"Copy this code into the page “Change the address”, where you are logged in:",
		],
		link: ["/developers/account/email", "Open the page"],
		more: ["The code works for one day. Did you not ask for it? Do nothing, and nothing else comes."],
		why: "We send this because somebody gave this address to us. You get at most one a day.",
	}),
	email_changed: ({ host, at }) => ({
		subject: "The address of your account was changed",
		text: [
			`On ${at} the address of an account at ${host} was changed, with a code from the former and one from the new address. This mail goes to both.`,
			"Was it you? Then there is nothing to do.",
			"Was it not you? Tell the operator of the service at once.",
		],
		link: ["/privacy", "How to reach the operator"],
		why: SECURITY,
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
	endpoint_disabled: ({ host, at }, { endpointId }) => ({
		subject: "A webhook endpoint was disabled",
		text: [
			`On ${at} ${host} stopped sending events to a webhook endpoint of your account, because it answered that it is gone, or because nothing was delivered for five days.`,
			"No event is lost: enable the endpoint once it works, then recover what it has missed.",
		],
		facts: [["Endpoint", endpointId]],
		link: [`/developers/endpoints/${endpointId}`, "See the endpoint"],
		why: CHOSEN,
	}),
	site_decided: ({ host, at }, { status }) => ({
		subject: status === "allowed" ? "Your site is allowed" : "Your site is not allowed",
		text:
			status === "allowed"
				? [
						`On ${at} a reviewer of ${host} allowed a site of your account.`,
						"Your hosted links can show it now, and its pages can file cases for your users.",
					]
				: [`On ${at} a reviewer of ${host} refused a site of your account. The reason is on the page below.`],
		link: ["/developers/origins", "See your sites"],
		why: CHOSEN,
	}),
	passkey_added: ({ host, at }) => ({
		subject: "A passkey was added to your account",
		text: [
			`On ${at} a passkey was added to your account at ${host}. From now on it is asked for at each login.`,
			"Was it you? Then there is nothing to do.",
			"Was it not you? Then somebody knows your password. Set a new one now, and tell the operator of the service.",
		],
		link: ["/developers/account/passkeys", "See your passkeys"],
		why: SECURITY,
	}),
	passkey_removed: ({ host, at }) => ({
		subject: "A passkey was removed from your account",
		text: [
			`On ${at} a passkey was removed from your account at ${host}.`,
			"Was it you? Then there is nothing to do.",
			"Was it not you? Set a new password now, and tell the operator of the service.",
		],
		link: ["/developers/account/passkeys", "See your passkeys"],
		why: SECURITY,
	}),
	recovery_code_used: ({ host, at }) => ({
		subject: "A recovery code opened your account",
		text: [
			`On ${at} somebody logged in to your account at ${host} with the right password and one of your recovery codes, in place of a passkey.`,
			"Was it you? Then add a passkey again, and make new codes.",
			"Was it not you? Set a new password now, and tell the operator of the service.",
		],
		link: ["/developers/account/passkeys", "See your passkeys"],
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

const kindNames: MailKindNames = {
	endpoint_disabled: "A webhook endpoint was disabled",
	site_decided: "A reviewer decided on a site of yours",
	...OWN_CASE,
	...REVIEW,
};

export const mail = {
	kinds,
	kindNames,
	/** Why an address takes no more mail, by the API's reason, and the way out. */
	stopped: {
		bounced: (day: string) =>
			`Mail to this address came back on ${day}: the mailbox does not exist, or did not then.`,
		complained: (day: string) =>
			`On ${day} somebody who reads this address reported our mail as unwanted, perhaps by a press on “spam”.`,
		suppressed: (day: string) => `On ${day} our sender refused this address.`,
		effect: "So we mail nothing to it, not even warnings.",
		lift: "Does the mailbox work? Have a code mailed to it. With the code, mail comes again.",
		final: "Use another address, or ask the operator of this service.",
	},
	end: (url: string) => `To get no more mails of this kind, open this page and press its button: ${url}`,
	off: {
		title: "No more mails of this kind?",
		lead: "You get no more mails of the kind that brought you here. Mails about the security of your account still come.",
		action: "Switch them off",
		done: "These mails are switched off",
		effect: (name: string) => `You get no more mails of the kind “${name}”.`,
		unknown:
			"This address is not from one of our mails, or it is not complete. Nothing was switched off. Copy it from the mail again.",
		account: "Choose your mails on the page of your account",
	},
	codeOnly: (host: string) => `Enter this code only at ${host}. Nobody from us will ask you for it.`,
	never: "We never ask for a password, a recovery phrase or a payment, neither by mail nor by phone.",
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
				"A warning when somebody claims your account, at each further step, and when somebody asks for your will, if you gave your address for that.",
				"News of a recovery that you filed, if you gave your address at its page.",
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
