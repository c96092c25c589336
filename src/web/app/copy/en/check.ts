/** Texts of "Can this work for me?", and of how a recovery works. */
import type { Reason } from "../../check/verdict.ts";

type End = { title: string; why: string; next: string };
type Fact = [label: string, text: string];

export const check = {
	title: "Can this work for me?",
	lead: "Four questions, one minute. They show whether a court can help, before you spend time or money. We store none of your answers.",
	skip: "Skip the questions",
	account: {
		summary: "I know the address of the account",
		hint: "0x and 40 characters. We ask the network what kind of account it is, so you need not know.",
		look: "Look the account up",
		address: "Account",
		found: "What the network says",
		noNode: "We cannot look up accounts on that network. Please answer the four questions.",
		notNow:
			"The network cannot be asked right now. Try again in a minute, or answer the four questions yourself.",
		kinds: {
			key: {
				title: "One key opens this account.",
				text: "It has no code. Unless a wallet app puts a contract there later, only the holder of its key can move what it holds.",
			},
			delegated_key: {
				title: "One key opens this account, and it also runs a contract.",
				text: "The contract may let others act, such as guardians. Only the maker of the wallet can tell you.",
			},
			safe: {
				title: "This is a Safe.",
				text: "Its owners act together, and its modules can act without them.",
			},
			contract: {
				title: "This is a contract that we do not know.",
				text: "Who can act for it stands in its code. Ask the maker of the wallet.",
			},
		},
		signers: "Needed to act",
		threshold: (needed: number, owners: number) =>
			`${needed} of ${owners} owner${owners === 1 ? "" : "s"} must sign`,
		owners: "Owners",
		modules: "Modules",
		noModules: "None",
		moreModules: "There are more modules than these.",
		more: (count: number) => `and ${count} more`,
		ours: "Recovery module",
		recoveryModule: {
			ready:
				"Enabled. The owner has named this service’s reviewers in it, so they can carry out a court order without a key.",
			foreign: "Enabled, but the owner has not named enough of this service’s reviewers in it.",
			none: "Not enabled",
		},
		holds: "Holds",
		unreadToken: "a token on our list could not be read",
		unseen:
			"This is what the network says at this moment. It says nothing of other networks, of NFTs, of deposits in other contracts or of tokens that are not on this service’s list.",
	},
	missing: "Choose one answer.",
	submit: "Show me the answer",
	questions: {
		kind: {
			legend: "What kind of account is it?",
			options: {
				key: "One key or seed phrase opens it, as with MetaMask, Ledger or Trezor",
				shared: "A Safe or another account with several owners",
				smart: "A smart wallet with guardians, a passkey or a log-in by e-mail",
				company: "An account with an exchange or another company",
				unknown: "I do not know",
			},
		},
		others: {
			legend: "Who else could open it?",
			options: {
				owner: "Another owner can still sign",
				guardian: "There are guardians who can help",
				backup: "There may be a backup of the key, such as a seed phrase on paper",
				nobody: "Nobody, or I do not know",
			},
		},
		cause: {
			legend: "Why can it not be opened?",
			options: {
				lost: "The key was lost",
				died: "The owner has died",
				stolen: "Somebody stole the key or what was in the account",
			},
		},
		holds: {
			legend: "What does it hold?",
			options: {
				token: "Also USDC, USDT, shares or another token that a company issues",
				coin: "Only the network’s own coin, such as ether, or tokens without an issuer",
				unknown: "I do not know",
			},
		},
	},
	verdicts: {
		can: "This can work",
		ask: "Ask somebody else first",
		cannot: "A court order cannot open this account",
	},
	/** Where somebody says that others can open an account of one key. */
	nobodyElse:
		"You answered that somebody else can open it. With one key, that is only so if they have this very key. If so, ask them first.",
	/** Of an account that only the issuer of a token can help. */
	issuer: {
		named: (names: string[]) => `Perhaps. It depends on ${names.join(" and ")}.`,
		first: "Ask the issuer whether it follows a court order for a lost key. Words that you can send:",
		letter:
			"The only key of an account is lost. The account holds tokens that you issue. If a court orders it, do you replace them at another account? What must the order say?",
	},
	ends: {
		module: {
			title: "Reviewers can carry out a court order",
			why: "The owner has enabled the recovery module. The reviewers that the owner named in it can move what the account holds, after a waiting period.",
			next: "Start a recovery here. The owner, and whoever the owner has named, can stop it while it waits.",
		},
		owners: {
			title: "The other owners can carry out a court order",
			why: "They can send transactions for the account, and a court order tells them what to send.",
			next: "If enough owners agree already, they can help you without a court. Ask them first. Otherwise start a recovery here.",
		},
		company: {
			title: "Ask the exchange or company first",
			why: "It holds the key, so it can give you access itself. It knows what to do after a death or a lost password.",
			next: "Write to its support. Come back only if it asks for a court order about this account.",
		},
		backup: {
			title: "Look for the backup first",
			why: "Whoever has the seed phrase can open the account today. That is faster than any court.",
			next: "Look in safes and in letters, and ask the lawyer. Never type the seed phrase into a web page, not even this one, and never give it to anyone who offers to help. If you find no backup, come back and answer “Nobody”.",
		},
		guardians: {
			title: "Ask the guardians first",
			why: "Guardians can give the account a new key, often within days and without a court.",
			next: "Open the wallet’s help page on “recovery”. If the guardians refuse without a court order, start a recovery here.",
		},
		maker: {
			title: "Ask the maker of the wallet first",
			why: "Only somebody who can act for the account can carry out a court order. The maker can tell you who that is.",
			next: "Ask: “Who can send a transaction for this account if the owner’s key is gone?” If the answer is a name, start a recovery here. If it is “nobody”, an order does not open the account.",
		},
		stolen: {
			title: "The key is with the thief, and no order changes that",
			why: "Nobody else can move what is in the account, and what was sent away is in another account.",
			next: "Report it to the police. If the coins reached an exchange, the police or a court can have them frozen there. Tell the issuer of stolen tokens: some can freeze them.",
		},
		keyOnly: {
			title: "Only the key opens this account",
			why: "Neither a company, a court nor this service can send anything without it.",
			next: "Keep looking for the key or a backup. If the account also holds a token that a company issues, such as USDC, answer the last question again.",
		},
		issuer: {
			title: "Perhaps. It depends on the issuer of the token.",
			why: "The network’s own coin, such as ether, moves only with the key, and no court changes that. But the company that issues a token, such as USDC or USDT, can replace it if a court orders it.",
			next: "If it says yes, or while you wait, prepare your case here. It is free and commits you to nothing.",
		},
	} satisfies Record<Reason, End>,
	how: {
		heading: "How it works",
		steps: [
			["You prepare it", "You say which account was lost and what should happen, and sign it."],
			["A court decides", "You print our exhibit and take it to a court, which says yes or no."],
			["It is checked", "Reviewers ask the court. The owner has time to object."],
			["It is carried out", "Whoever can act for the account sends the transactions. You can watch it here."],
		] as Fact[],
		time: [
			"How long it takes",
			"Ten minutes for you. A court often takes months. Then a waiting period runs; your case shows its last day.",
		] as Fact,
		cost: [
			"What it costs",
			"This service is free. Courts and lawyers have fees of their own, and each transaction pays a network fee.",
		] as Fact,
	},
};
