/** Words for messages that a wallet signs. */
import { labels } from "./labels.ts";
export const signing = {
	what: "What you sign",
	/** Where the page has another language than the message. */
	language: null as string | null,
	network: "Network of the message",
	technical: "Technical details",
	bytes: (size: string) => `${size} bytes`,
	sentences: {
		NewCase: "You file this case.",
		CourtOrder: "You attach this court order to the case.",
		CloseCase: "You end this one case or put it on hold.",
		ContestAll: "You object to every case on this network that claims this account.",
		Agreement: "You accept the terms for keeping your will here.",
		PrivacyCode: "You ask for a code for your heirs.",
		Will: "You upload this document as your will. The message has only its fingerprint, not the document itself.",
		Erase: "You have your will, your codes and everything else here erased.",
	},
	fields: {
		account: labels.account,
		service: "Service that the message is for",
		ownerAddress: labels.yourAccount,
		nonce: "Random number, so that the message works once",
		deadline: "Must be sent before",
		jrcHash: "Fingerprint of the case",
		action: "What you do",
		reason: labels.yourReason,
		title: labels.orderTitle,
		fullCaseNumber: "The court's case number",
		courtId: labels.court,
		docketNumber: labels.docketNumber,
		version: labels.version,
		documentHash: "Fingerprint of the terms (SHA-256)",
		label: "Name of the code",
		expiresAt: labels.valid,
		sha256: "Fingerprint of the document (SHA-256)",
		mimeType: "Type of the document",
		size: "Size of the document",
	},
	actions: { contest: "Object to (contest) the case", withdraw: "Withdraw the case" },
	/** The download of everything about a case or an estate. */
	download: {
		title: { case: "Download this case whole", estate: "Download everything" },
		lead: "One ZIP archive with what this service stores, and with proofs that work without this service. Because it holds so much, your account signs for it once more.",
		holds: {
			case: [
				"the case as this page shows it, and its evidence file",
				"the documents, if you are allowed to read them",
				"the public keys of this service, and a signed list of all files",
			],
			estate: [
				"your profile, what happened to it, and who asked for your will",
				"every version of your will, as a file that anybody can read",
				"what you signed, the public keys of this service, and a signed list of all files",
			],
		},
		keep: "The archive is not encrypted. Keep it where nobody else reads it.",
		submit: "Download",
		used: "This message was used before, or its time has passed. Sign the new one below.",
		back: { case: "Back to the case", estate: "Back to your estate" },
		/** For developers and reviewers. */
		password: "Your password once more, because the archive holds so much.",
	},
	problems: {
		otherSigner: (address: string) =>
			`This signature was made by ${address}, or for another message. The account that is named above must sign this message as it stands.`,
		wrongSignature:
			"This signature is not by the account that is named above, or not of this message. Have the message signed as it stands.",
		/** A contract accepts signatures in its own way. */
		noKey: (chainId: number) =>
			`No key made this signature. An ordinary account must sign again: paste the whole signature. For a Safe or another contract, the contract must accept the message on network ${chainId}, and this service must be connected to that network.`,
		noSignature: "This is not a signature. It begins with 0x, followed by digits and the letters a to f.",
		used: "This message was used before. If you sent it twice, the first time worked. Otherwise start again, and sign a new message.",
		late: "The time of this message has passed. Start again, and sign a new message.",
	},
};
