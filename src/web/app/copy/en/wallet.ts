import { labels } from "./labels.ts";
export const wallet = {
	signWith: "Sign with {wallet}",
	connectWith: "Use {wallet}",
	/** Where a wallet gives no name. */
	injected: "the wallet of this browser",
	elsewhere: "Sign somewhere else, and paste the signature",
	howText:
		"For a phone, a Safe, a hardware wallet or a command line: have this message signed as it stands (“personal sign”), and paste the result below.",
	howTypedData:
		"For a phone, a Safe, a hardware wallet or a command line: have these typed data (EIP-712) signed as they stand, and paste the result below.",
	message: "What is signed",
	copyMessage: "Copy it",
	download: "Download it",
	signature: "Signature",
	signatureHint:
		"Begins with 0x. A signature shows that the account agrees; it is no password and moves nothing.",
	words: {
		searching: "Looking for a wallet in this browser…",
		none: "No wallet was found in this browser. Install one or unlock it and reload this page, open this page in your wallet's own browser, or continue below without a browser wallet.",
		asked: "{wallet} should be asking you now. Nothing is sent before you agree there.",
		no_answer:
			"{wallet} has not answered yet. Look for its window or its icon: it may wait for your password. You can also press the button again, or choose another way below.",
		refused:
			"You declined in {wallet}. Nothing was sent, and nothing that you typed is lost. You can try again.",
		locked: "{wallet} shows no account. Unlock it, allow an account for this page, then try again.",
		busy: "{wallet} is already asking you in a window of its own. Answer there, then try again.",
		other_account:
			"{wallet} is connected with another account than the one that must sign. Change the account in {wallet}, then try again.",
		unknown_chain:
			"{wallet} does not know the network that this account is on. Add the network in {wallet} yourself, then try again, or continue below without a browser wallet.",
		wrong_chain:
			"{wallet} stayed on another network. Change the network in {wallet}, then try again. Or continue below without a browser wallet.",
		failed: "{wallet} could not sign. Try again, or continue below without a browser wallet.",
		switched:
			"The account in {wallet} was changed. If it asks you for a signature, check which account it names.",
		signed: "Signed. Sending it now.",
		connected: "Connected. One moment.",
		sent: "{wallet} has sent the call. It takes effect once the network has taken it.",
	},
	signIn: {
		title: "Sign in with your account",
		lead: "Sign a short message to show that the account is yours. You need no password and no registration.",
		/** On the way to file a case. */
		toRecover: {
			title: "Sign in with your new wallet",
			lead: "Not the account that you lost: a wallet that you can use now. You sign a short message, without a password or a registration.",
		},
		ended: "Your session has ended. Sign in again to go on.",
		/** Behind the buttons of wallets. */
		byHand: "Or enter the address of your account",
		address: "Address of your account",
		addressHint:
			"0x and 40 characters. You must be able to sign with it now. If you lost an account, it is another one.",
		chain: labels.network,
		chainHint: "Only a Safe or another contract needs the right one. Otherwise leave it as it is.",
		phone: {
			summary: "My wallet is an app on my phone",
			text: "Scan this code with the phone’s camera or with the wallet, and open the address in the wallet’s own browser. There you can sign without typing anything.",
			alt: "QR code with the address of this page",
			open: "On the phone itself, copy this link and open it in the wallet’s own browser",
		},
		signTitle: "Sign this message",
		signLead: "It says which account signs in and where. Signing it costs nothing and moves nothing.",
		send: "Sign in",
		expiresAt: "The message is valid until",
		badSignature:
			"This is not a whole signature. Paste all of it: 0x, and the characters behind it. The message below is still good.",
		notSigned: "Each message can be tried once, so here is a new one.",
		used: "The message has expired or was used before. Here is a new one.",
	},
};
