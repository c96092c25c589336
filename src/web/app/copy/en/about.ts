/** Texts of the pages about terms and privacy. */

import { common } from "./common.ts";

/** Stored data, its readers, and its retention. */
type Row = readonly [what: string, who: string, until: string];

const sections: readonly { heading: string; rows: readonly Row[] }[] = [
	{
		heading: "If you ask for a recovery, or object to one",
		rows: [
			[
				"The case: accounts, chain, reason, transactions, signatures, court order, history",
				"You, the owner of the lost account, the partner through whom you filed, and reviewers. Anybody can look up whether an account is claimed: since when, for which reason, whether its owner has objected, and the status. Nobody else sees who would receive.",
				"Kept for good, because a court must be able to check it",
			],
			[
				"Your e-mail address, if you gave one",
				"You, the partner and reviewers",
				"With the case. It goes when the partner’s account is deleted. Its hash stays in history and evidence, and whoever guesses the address can confirm it by the hash",
			],
			["Documents that you add, sealed", "You, the partner and reviewers", "Kept with the case"],
			["Notes that reviewers write for one another", "Reviewers", "Until 90 days after the case is closed"],
			[
				"What a partner has filled into a link for you, such as accounts or your e-mail address",
				"Whoever starts the link",
				"Until the link is used, ended or expired",
			],
			[
				"Links that show the evidence of a case",
				"Whoever holds the link",
				"Until it expires (thirty days by default) or is revoked",
			],
			[
				"An objection to all cases of an account, with its signature",
				"The owner and reviewers",
				"Kept for good, so that it cannot be used twice",
			],
		],
	},
	{
		heading: "If you have an account watched",
		rows: [
			[
				"Your e-mail address, encrypted",
				"You, with most letters left out. The operator, who holds the key, could read it",
				"Until seven days after you remove it",
			],
			["Mails that were sent, without address and text", "Nobody", "Thirty days"],
		],
	},
	{
		heading: "If you prepare your estate",
		rows: [
			[
				"Your account’s address, and the terms that you accepted",
				"You, and the partners through whom you signed something",
				"Until you erase everything",
			],
			[
				"Your will, encrypted",
				"You. A court’s account after a release that two reviewers approved",
				"Until you erase everything",
			],
			[
				"Codes for your heirs, as a keyed hash",
				"Nobody sees the code. You, and the partner through whom it was made, see label, last characters and uses",
				"Until you erase everything",
			],
			[
				"Requests for your will, with the court’s data and its order",
				"You, who asked, and reviewers",
				"Until you erase everything",
			],
			["After an erasure: keyed hashes that stop old messages from working again", "Nobody", "Kept for good"],
		],
	},
	{
		heading: "If you have an account as developer, court, notary or reviewer",
		rows: [
			["E-mail address, role, time of registration", "You and reviewers", "Until you delete the account"],
			["Your password, as a hash that cannot be turned back", "Nobody", "Until you delete the account"],
			["API keys, as hashes, with label and last characters", "You", "90 days after they end"],
			[
				"Sites, links and webhook addresses of yours",
				"You; reviewers see sites",
				"Until you remove them or delete the account; ended links go after 90 days",
			],
		],
	},
	{
		heading: "For everybody",
		rows: [
			[
				"Who did what and when, by ids and keyed hashes of networks and accounts",
				"Reviewers",
				"Kept for good; refused attempts go after 90 days",
			],
			[
				"What you type on these pages before you sign",
				"Stays in your browser. The service is asked about it, and keeps none of it",
				"Until you delete it, or your browser does",
			],
		],
	},
];

export const about = {
	terms: {
		title: common.nav.terms,
		lead: "These terms are for owners who keep their will here. An owner accepts one version by a signature over it.",
		version: (version: string) => `Terms of ${version}`,
		current: "current",
		never: "A version is never changed once it is published.",
		older: "These are earlier terms. The current ones are listed here:",
		language: "The terms are shown in the language in which owners sign them.",
		file: "The text that is signed",
		raw: "Open the file",
	},
	privacy: {
		title: "What is stored, and for how long",
		lead: "This service keeps what courts and the people involved need, and nothing for advertising or measuring.",
		operator: (name: string, contact: string | null) =>
			`${name} runs this service and is responsible for the data.${contact === null ? "" : ` Contact: ${contact}`}`,
		all: "The operator can see all of this, also documents and wills: the service could not hand them to reviewers and courts without the keys that open them. Encryption protects them from whoever steals or copies the storage, and not from the operator. The tables say who else sees what.",
		who: "Who sees it, besides the operator",
		until: "How long",
		sections,
		more: {
			heading: "Good to know",
			items: [
				"Pages set only cookies that they need: your session, your language, a link that you have started, a mark that this browser has signed in before, and for a minute what a form has done.",
				"No page loads anything from another site.",
				"What stands on a blockchain is public, and nobody can remove it there.",
				"Documents and wills are encrypted before they are stored, each with a key of its own. A key of the operator’s opens these keys.",
				"You can erase your will and your codes with one signature, and delete a developer’s account with its password.",
			],
		},
	},
};
