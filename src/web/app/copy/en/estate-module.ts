/** Texts of `/estate/module`. */
import { labels } from "./labels.ts";

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const estateModule = {
	title: "Prepare an account for a recovery",
	lead: "While you have your keys, you can let reviewers of this service carry out a court’s order on your account later. A contract on the network, the recovery module, holds them to it.",
	notAudited:
		"The recovery module is not audited: nobody but its authors has reviewed it. Enough of its reviewers together can move everything that the account holds, after the delay and unless somebody stops them. Prepare no account with more in it than you can bear to lose.",
	off: "This service does not offer the recovery module: its operator has named no network and no reviewers for it.",
	unavailable:
		"The network could not be asked just now, or was asked too often from yours. Nothing has changed. Try again in a minute.",
	days,
	account: {
		heading: "Which account?",
		labels: { account: "Address of the account", chainId: labels.network },
		hint: "The address that holds your assets, beginning with 0x.",
		submit: "Look at it on the network",
		chain: "This service offers the module on the networks in this list only.",
	},
	kinds: {
		key: {
			heading: "This is an account of a key",
			text: "Only its key can act for it, and it takes no module. Without the key nobody can carry out a court’s order on it. If you want that, create a Safe, move to it what this account holds, and prepare the Safe.",
		},
		delegated_key: {
			heading: "This is the account of a key with a delegate",
			text: "It takes no module, because the key can change its delegate (EIP-7702) at any time. What may happen without the key is decided by the delegate alone. If you want reviewers to carry out a court’s order, create a Safe, and prepare that.",
		},
		contract: {
			heading: "This is a contract, but no Safe that we know",
			text: "The module works with Safes from version 1.3.0 on, which we know by their code. Another smart account may have a recovery of its own: ask whoever made it. What else may act for it, such as a further owner, can still carry out a court’s order.",
		},
		safe: {
			heading: "This is a Safe, which can take the module",
			text: "Its owners enable the module and name the reviewers in one transaction, which they sign as any other of the Safe.",
		},
	},
	missing:
		"The module’s contract is not on this network yet, so no account can enable it. Ask the operator of this service to put it there.",
	noMultiSend:
		"This network has no MultiSend library that we know, so only the Safe’s own app can make the batch.",
	chain: {
		heading: "What stands on the network now",
		owners: "Owners of the Safe",
		signatures: "Owners who must sign",
		module: "Recovery module",
		isEnabled: "enabled",
		isNotEnabled: "not enabled",
		reviewers: "Reviewers",
		approvals: "Reviewers who must approve",
		vetoers: "May delay a recovery once",
		delay: "A recovery can be stopped for",
		expiry: "It can then be carried out for",
		generation: "Number of this configuration",
		of: (needed: number, count: number) => `${needed} of ${count}`,
		states: {
			ready:
				"The account is prepared. Its reviewers can carry out what a court has ordered, once the delay has passed.",
			disabled:
				"The account has named reviewers, but the module is not enabled. Nobody can carry out a recovery. Make the transaction below.",
			empty:
				"The module is enabled, but no reviewers are named. Nobody can carry out a recovery. Make the transaction below.",
			none: "The account is not prepared. Nobody can carry out a recovery by the module.",
		},
		foreign:
			"Fewer of the reviewers belong to this service than must approve. So this service alone cannot have an order carried out.",
	},
	form: {
		prepare: "Prepare the account",
		change: "Change the configuration",
		changeEnds: "A change ends everything that reviewers have signed or scheduled for the account.",
		labels: {
			reviewers: "Reviewers",
			threshold: "How many of them must approve",
			delayDays: "Days in which a recovery can be stopped",
			expiryDays: "Days in which it can then be carried out",
			vetoers: "Who may delay a recovery once (may be empty)",
		},
		hints: {
			reviewers:
				"One address in each line. Filled in are the reviewers of this service, who alone can approve here. Others that you add can stop a recovery.",
			threshold:
				"If all must approve, one reviewer alone can stop every recovery, and one lost key prevents them.",
			delayDays:
				"From 1 to 3650. The account itself can stop a recovery until it is carried out, and so can enough reviewers.",
			expiryDays: "From 1 to 3650. After that, reviewers must approve again.",
			vetoers: "One address in each line: for example another key of yours, or somebody who watches for you.",
		},
		submit: "Make the transaction",
		problems: {
			address: "Enter addresses of 0x and 40 characters, one in each line.",
			count: "Name at least one, and at most 32.",
			twice: "An address is here twice.",
			own: "The account itself cannot be one of these.",
			threshold: "Enter a number from 1 to the number of reviewers.",
			days: "Enter a whole number of days from 1 to 3650.",
		},
	},
	sign: {
		title: "Have the Safe make the transaction",
		lead: "Nothing has happened yet. The owners of the Safe compare what stands here with what their own wallet shows, and sign there.",
		facts: "What it does",
		enables: "It enables the recovery module at this address:",
		ways: "How to send it",
		app: {
			heading: "In the Safe’s own app",
			text: "Download the file. Open your Safe, there the app “Transaction Builder”, and drop the file into it. Compare the calls, and sign.",
			download: "Download the file",
		},
		direct: {
			heading: "With a wallet in this browser",
			text: "One owner is enough for this Safe, so your wallet can send the transaction itself, and pays the network’s fee. It must be connected with this owner:",
			button: "Send it with {wallet}",
			none: "Use one of the other ways if this browser has no wallet.",
		},
		data: {
			heading: "As calldata, for another program",
			call: "The call that the Safe makes (operation 0)",
			delegateCall: "The call that the Safe makes: a delegate call to MultiSend (operation 1)",
			parts: (at: number) => `Call ${at} of the batch`,
		},
		after: "When the owners have sent it, look at the network again. Only what stands there counts.",
		again: "See what stands on the network",
		change: "Change the entries",
	},
	batchName: "Recovery module",
};
