/** What stands in the terminal at the end: where to look, as whom, and what to try. */
import type { Paint } from "./narrator.ts";
import type { Login } from "./people.ts";

export type Ending = {
	seconds: number;
	shopUrl: string;
	serviceUrl: string;
	caseId: string;
	evidenceUrl: string;
	evidenceFile: string;
	/** The link of the second customer, which nobody has opened. */
	linkUrl: string;
	developer: Login;
	reviewer: Login;
	/** The private keys of the wallets that approve recoveries: both are needed. */
	approvalKeys: readonly string[];
	wallet: { privateKey: string; rpcUrl: string; chainId: number };
};

const LABEL_WIDTH = 24;

/** @returns the lines */
export function endingLines(ending: Ending, paint: Paint): string[] {
	const { seconds, shopUrl, serviceUrl, caseId, evidenceUrl, linkUrl, developer, reviewer, wallet } = ending;
	const heading = (text: string) => ["", paint("bold", text)];
	const row = (label: string, text: string) => `  ${label.padEnd(LABEL_WIDTH)}${text}`;
	const note = (text: string) => row("", paint("dim", text));
	const login = ({ email, password }: Login) => row("E-mail and password", `${email}   ${password}`);
	return [
		"",
		`Done in ${Math.round(seconds)} seconds. Everything keeps running until you press Ctrl-C.`,
		...heading("Without signing in"),
		row("The shop", `${shopUrl}/`),
		row("The evidence", evidenceUrl),
		note("Verifies the case in your browser, without an account."),
		row("The same as a file", ending.evidenceFile),
		...heading("As the shop's developer"),
		row("Sign in", `${serviceUrl}/developers/login`),
		login(developer),
		row("The case", `${serviceUrl}/developers/cases/${caseId}`),
		row("A printout for a court", `${serviceUrl}/developers/cases/${caseId}/exhibit`),
		...heading("As the reviewer"),
		row("Sign in", `${serviceUrl}/developers/login?next=/review`),
		login(reviewer),
		note("Use a private window, beside the developer's."),
		...ending.approvalKeys.map((key, at) => row(`Key of reviewer ${at + 1}`, key)),
		note("The wallets that approve. Throw-away keys too."),
		...heading("As the customer, with a wallet in your browser"),
		row("Private key to import", wallet.privateKey),
		note("A throw-away key of this demo. Send it nothing of value."),
		row("RPC URL of the network", wallet.rpcUrl),
		row("Its chain id, currency", `${wallet.chainId}   ETH`),
		row("The case", `${serviceUrl}/cases/${caseId}`),
		...heading("Now recover the account of customer 2 yourself"),
		"  1. Import the private key into your wallet, and add the network by any name.",
		`  2. Open ${linkUrl}`,
		"     Press Start, sign in with the wallet, read the claim, and sign it.",
		"  3. On the page of your case, enter a court order. Any words will do here.",
		"  4. As the reviewer, open the case in the queue, and verify its order.",
		"  5. On the same page approve the recovery twice: with the key of each reviewer.",
		"  6. Watch the page of your case: a stranger executes it in seconds, because",
		"     the demo lets the day of the delay pass at once.",
		"",
	];
}
