import { createInterface } from "node:readline/promises";

/** @throws Error if nobody can answer */
export async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY) {
		throw new Error("Nothing was changed. Compare the account with the person, then add --yes.");
	}
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
	} finally {
		terminal.close();
	}
}
