/** Texts of the page that a party prints for a court. */
export const exhibit = {
	title: "Exhibit: a recovery, and how to check it",
	lead: (service: string) =>
		`This page describes one recovery of a blockchain account, as it is filed with ${service}. Anybody can check that its accounts, transactions and history are those on file. It does not show who is entitled: the court decides that.`,
	open: "Open the paper for the court",
	evidence: "Evidence file",
	print: "Print this page",
	printed: "Made on",
	petitioner: "The petitioner’s name",
	deceased: "The person who died, and when",
	fingerprint: {
		heading: "The fingerprint of this recovery",
		text: "The fingerprint (jrcHash) stands for the accounts, the network, the reason and every transaction below. If one digit of them were different, the fingerprint would be, too. An order that quotes it can mean no other recovery.",
		code: "The same fingerprint as a code. It opens the page where anybody can check it:",
		alt: "QR code of the address beside it",
	},
	transactions: {
		text: "These transactions, in this order, and no other:",
		oneKey:
			"The network shows no contract at this account. If one key opens it, only the issuer of the token can carry this out.",
		cut: (bytes: number) => `… ${bytes} bytes in all. The evidence file has them in full.`,
	},
	history: "Each entry has a hash that covers all entries before it.",
	documents: {
		heading: "Documents on file",
		text: "The service keeps each document sealed. Its hash shows whether a copy is the same file.",
		bytes: (count: number) => `${count} bytes`,
	},
	verify: {
		heading: "How anybody checks this page",
		items: (address: string) => [
			"Ask the party who presents this page for the evidence file of the case. It is one file, signed by the service.",
			`Scan the code above, or open ${address} and choose the file there. The check runs in the browser. It needs no account, and the file goes nowhere.`,
			"The page says whether the file belongs to this fingerprint, whether it was changed, and who signed what. If an entry fails, the page names it.",
			"Compare the fingerprint, the accounts, the transactions and the hash of the last entry with those on this paper. Entries that the file has beyond those on the paper were made after it was printed.",
			"The rules and formats are public, so an expert can repeat the check with other tools.",
		],
	},
};
