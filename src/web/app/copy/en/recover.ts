/** Texts of `/recover`. For people who lost a wallet, or whose relative died: no word of the API. */
import type { RecoveryReason } from "../../../../protocol/intent.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { problems } from "./problems.ts";

export const recover = {
	title: "Recover an account",
	rail: {
		label: "Steps",
		/** On a phone, before the step's name. */
		place: (number: number, count: number) => `Step ${number} of ${count}:`,
		check: "Can it work?",
		who: "You",
		lost: "The account",
		what: "What should happen",
		read: "Check it",
		sign: "Sign",
	},
	/** For screen readers, in the rail. */
	done: "done",
	who: {
		lead: "You say which account was lost and what should happen, and sign it with a wallet. Then you take it to a court. Nothing moves before the court has decided.",
		leadOfHeir:
			"Somebody has died and left a blockchain account. You say what should happen to what it holds, and sign it. Then you take it to a court. Nothing moves before the court has decided.",
		need: "What you need",
		needs: {
			wallet: "A wallet of your own that works. You sign with it, and it usually receives what is recovered.",
			address: "The address of the account, such as 0x9A38…d412.",
			time: "About ten minutes. You can stop at any time.",
		},
		limits: "What this service cannot do",
		limitsText:
			"We hold no keys and cannot move anything ourselves. When the court has decided, somebody who can act for the account must do it: another owner, a guardian, the company that runs it, or the issuer of a token. If there is nobody, a court order does not open the account. Ask the maker of the wallet before you begin.",
		/** In place of the text above and the module's, where the check has found one key. */
		limitsOfKey:
			"We hold no keys and cannot move anything ourselves. Your account has one key, so only the issuer of the token can help. Ask it before you pay a lawyer.",
		module:
			"Some owners have set up the recovery module. Then the reviewers whom they chose can do it together, after a delay, unless somebody stops them.",
		moduleMore: "Who can stop a recovery, and until when",
		signIn: "Sign in with your new wallet",
		signedIn: "You are signed in with this account, which files the case:",
		signedInOther: "You are signed in with this account:",
		other: common.action.otherAccount,
		go: common.action.continue,
	},
	kept: "Your entries stay in this browser until the case is filed. We store nothing before that.",
	/** Only where no script runs. */
	notKept: "JavaScript is off, so this browser keeps nothing either: closing this page loses what you typed.",
	draft: {
		heading: "You have already begun",
		text: "This browser has kept what you typed. Nobody else has it.",
		resume: "Continue where you stopped",
		discard: "Delete it from this browser",
	},
	lost: {
		heading: "Which account was lost?",
		account: "Address of the account that was lost",
		accountHint: "0x and 40 characters. Copy it, so that no character is wrong.",
		chain: labels.network,
		chooseChain: "Choose the network",
		reason: "What happened?",
		reasons: {
			"lost key": "The key was lost",
			inheritance: "The owner died, and I am an heir or executor",
			other: "Something else, such as a stolen key",
		} satisfies Record<RecoveryReason, string>,
		email: "Your e-mail address (optional)",
		emailHint:
			"So that the reviewers can reach you. They and the operator can see it. You can confirm it after filing; only then do we mail you.",
		receives: "Your new wallet, which files the case and receives:",
		/** In place of the same words above. */
		ofHeir: {
			heading: "Which account did they leave?",
			account: "Address of the account of the person who died",
		},
	},
	what: {
		heading: "What should happen?",
		lead: "Which coins and tokens should you get back, and how much? They are sent in this order, once a court has ordered it.",
		none: "Nothing is listed yet. Add below what should be sent.",
		list: "Listed so far",
		holdings: {
			heading: "What does the account hold?",
			offer: "If you do not know what the account holds, this service can ask the network.",
			show: "Show what it holds",
			noNode: "This service cannot ask that network. Look the account up in a block explorer.",
			ask: (host: string) => `Not sure how much it holds? Ask ${host} for the exact amount.`,
			exact:
				"If you write more than the account holds, the transfer fails. If you write less, the rest stays there and needs another case.",
			/** @param coin undefined for a network whose coin has no name here */
			onlyKey: (coin: string | undefined) =>
				`One key opens this account, so only that key can send ${coin ?? "the network’s own coin"}. No court can change that. Add a token whose issuer can replace it, such as USDC.`,
			notSo: "More than one key opens it",
			notNow: "The network cannot be asked right now. Try again in a minute.",
			nothing: "The account holds no coin, and no token on this service’s list.",
			unread: "A token on this service’s list could not be read, so it may be missing here.",
			addOne: (number: number) => `Send all of number ${number}`,
			addAll: "Send all of it",
			fixed:
				"Amounts are fixed when you sign. What the account receives later is not included, and less in the account than listed makes the whole case fail.",
			oneEach:
				"To be safe, file one case for each coin or token: then one that falls short does not undo the rest.",
			unseen:
				"This list has the network’s own coin and the tokens that this service knows. It has no NFTs, no deposits in other contracts and nothing on other networks.",
		},
		remove: "Remove",
		up: "Move up",
		down: "Move down",
		/** Behind these, for screen readers. */
		number: (number: number) => `number ${number}`,
		coin: {
			heading: (symbol: string | undefined) => `Add ${symbol ?? "the network’s own coin"}`,
			amount: labels.amount,
			amountHint: "For example: 1.5",
			add: "Add this payment",
		},
		token: {
			heading: "Add a token",
			listed: "Token",
			other: "Another token",
			token: "Address of the token's contract",
			amount: labels.amount,
			amountHint: "For example: 250.75",
			decimals: "Decimals of the token (optional)",
			decimalsHint:
				"If you leave it empty, the contract is asked. If it does not say, look at the token in a block explorer. A wrong number changes the amount.",
			add: "Add this transfer",
		},
		data: {
			heading: "Add something else (for experts)",
			to: "Contract or account that is called",
			value: "Coins sent along, in wei",
			data: "Data (calldata)",
			dataHint: "0x and hex digits, as a wallet or a program gives them.",
			add: "Add this transaction",
		},
		to: labels.to,
		toHint: "Your own account is filled in. Change it only if somebody else should receive this.",
	},
	transaction: (number: number) => `Transaction ${number}`,
	read: {
		heading: "Check what you will sign",
		lead: "This is exactly what you will sign. After you sign, nobody can change it, not even you.",
		receives: labels.recoveryAccount,
		chain: labels.network,
		reason: labels.reason,
		email: labels.email,
		noEmail: labels.none,
		happens: "What happens, in this order",
		fingerprint: "Fingerprint of all that you have checked, which the court order should quote",
		exists: "This recovery has already been filed.",
		toCase: "See the case",
		change: "Change",
		tick: "Tick each of these if it is right",
		look: "Please also check this",
		warnings: {
			somebody_else: (number: number, address: string) =>
				`Number ${number} goes to somebody else than you: ${address}. I know who that is, and I want it.`,
			unlimited: (number: number, address: string) =>
				`Number ${number} lets ${address} take an unlimited amount, now and later. I want that.`,
			safe_rules: (number: number, address: string) =>
				`Number ${number} changes how many owners of the Safe ${address} must sign. Its other owners may then decide without you. I know who they are, and I want that.`,
			unreadable: (number: number, address: string) =>
				`Nobody can tell from number ${number} what ${address} will do with it, or who receives something. I have checked it myself.`,
			lost_without_code: (_number: number, address: string) =>
				`The account ${address} is an ordinary account on this network. Without its key nothing can be sent from it. A court order then reaches only what others can move, such as a token by its issuer. Check the address and the network.`,
			to_lost_account: (number: number) =>
				`Number ${number} pays the lost account itself, so it stays lost. I want that.`,
			data_to_account: (number: number, address: string) =>
				`Number ${number} sends data to ${address}. If that is an ordinary account, the data have no effect.`,
			data_without_contract: (number: number, address: string) =>
				`Number ${number} sends data to ${address}, which is no contract on this network. There the data have no effect. Check the address and the network.`,
		},
		untickedError: "Tick each line that is right. If one is wrong, go back and change the transaction.",
	},
	sign: {
		heading: "Sign and file your case",
		lead: "Your new wallet signs what you have read. Signing costs nothing and moves nothing.",
		allows: "What the signature does",
		allowsItems: [
			"It files this case in the name of your account.",
			"It names the transactions that a court may order.",
		],
		forbids: "What it does not do",
		forbidsItems: [
			"It gives nobody access to your account.",
			"It moves nothing. Without a court order nothing happens.",
		],
		submit: "File the case",
		notFiled: "The case was not filed, and nothing that you typed is lost:",
		tooManyOpen:
			"You have reached the limit of open cases for this lost account. Withdraw one of them under “Your cases”, or wait until one is decided, and then file again.",
		taken: "This recovery has already been filed, with another e-mail address or by somebody else.",
	},
	next: {
		title: "Your case is saved here. Next: the court",
		lead: "The service keeps your case. Only a court can decide it. These are the steps:",
		steps: {
			court: "Take it to a court",
			courtText:
				"This is usually the civil court where you live. A lawyer can tell you. The order should quote the fingerprint on the paper.",
			courtTextOfHeir:
				"This is the probate court, usually that of the place where the person who died last lived. A lawyer can tell you. The order should quote the fingerprint on the paper.",
			bring: "What to bring",
			paper: "The paper for the court, printed",
			evidence:
				"The evidence file, which proves what the paper says: on a stick or by e-mail, as the court prefers",
			/** The claimant's own papers. */
			own: "Your identity card, and what shows that the account is yours",
			ownOfHeir: "The will or letters of administration, the death certificate, and your identity card",
			order: "Enter the order here",
			orderText:
				"When you have the court order, enter it on the page of the case, and sign it with this account.",
			wait: "Wait until the recovery may be carried out",
			waitText:
				"The page of the case shows the day. If somebody still has the account’s key, they can object until it is carried out. Then whoever can act for the account sends the transactions, or the issuer replaces its token. This service cannot send them.",
		},
		until: labels.pausesOn,
		notLost: labels.notLost,
		notMailed: (email: string) => `You gave ${email}. We do not mail you yet:`,
		confirm: "confirm the address",
		calendar: common.action.saveDates,
		toCase: common.action.toCase,
	},
	calendar: {
		expires: "Your recovery case pauses now if it has no court order. You can still enter the order later",
		executable: "Your recovery case: it may be carried out from now on",
	},
	problems: {
		address: problems.address,
		checksum: "One character of this address is wrong: its capital letters do not match. Copy it again.",
		same: "The account that was lost and the one that receives must be different.",
		chain: problems.chain,
		reason: "Choose one of these.",
		email: "Enter an e-mail address, or leave it empty.",
		amount:
			"Write the amount as a number, like this: 2500 or 1.5. It may have no more decimals than the coin or token.",
		elsewhere: (number: number, symbol: string, network: string) =>
			`Number ${number} is for ${symbol} on ${network}. Remove it, and add the token of your network.`,
		wei: "Enter a whole number of wei, or leave it empty.",
		decimals: "Enter a whole number from 0 to 36.",
		decimalsUnknown:
			"The contract does not tell its decimals here. Take them from its page in a block explorer.",
		decimalsDiffer: (told: number) => `The contract says ${told}. Enter that number, or leave it empty.`,
		decimalsRestated: (stated: number) =>
			`For this token you stated ${stated} above. Enter the same number, or remove that transaction first.`,
		data: "Enter 0x and an even number of hex digits.",
		none: "Add what should be sent: enter an amount below, and press “Add this transfer”.",
		tooMany: "A case holds 500 transactions. Remove one first.",
	},
};
