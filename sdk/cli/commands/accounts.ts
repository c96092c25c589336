import { readFile } from "node:fs/promises";
import type { WatchedAccountList } from "../../src/generated/api.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { wholeNumber } from "../options.ts";

/** A call takes a thousand. */
const MAX_ACCOUNTS = 1_000;

const chain = { value: "ID", help: "cases on this chain only; on every chain by default" };

const lineOf = ({ account, chainId, addedAt }: WatchedAccountList["data"][number]): string =>
	`${account}  ${chainId ?? "every chain"}  ${addedAt}`;

/** Commands that take a file with an address on each line. */
const ofAccounts = (verb: "add" | "remove", summary: string): Command => ({
	name: `accounts ${verb}`,
	summary,
	operands: [{ name: "FILE" }],
	options: { chain },
	examples: [`replevin accounts ${verb} users.txt`],
	async run({ words: [file = ""], options, json }, io) {
		const chainId = options.chain === undefined ? {} : { chainId: wholeNumber("--chain", options.chain) };
		const accounts = await addressesIn(file);
		const { watchedAccounts } = await clientOf(io);
		let watched = 0;
		for (let at = 0; at < accounts.length; at += MAX_ACCOUNTS) {
			const body = { accounts: accounts.slice(at, at + MAX_ACCOUNTS), ...chainId };
			({ watched } = await watchedAccounts[verb](body, { signal: io.signal }));
		}
		io.print(json ? JSON.stringify({ watched }) : `You watch ${watched} accounts now.`);
		return EXIT.ok;
	},
});

async function addressesIn(file: string): Promise<string[]> {
	const text = await readFile(file, "utf8").catch((cause) => {
		throw new UsageError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`);
	});
	const lines = text.split(/\s+/).filter(Boolean);
	const wrong = lines.find((line) => !/^0x[0-9a-fA-F]{40}$/.test(line));
	if (wrong !== undefined)
		throw new UsageError(`${file} must have an address on each line, but has "${wrong}".`);
	if (lines.length === 0) throw new UsageError(`${file} has no address.`);
	return lines;
}

export const addAccounts = ofAccounts("add", "Be told when a case names one of these accounts as lost");
export const removeAccounts = ofAccounts("remove", "Be told of these accounts no longer");

export const listAccounts: Command = {
	name: "accounts list",
	summary: "List the accounts that you watch",
	operands: [],
	options: { limit: { value: "NUMBER", help: "at most so many; 100 by default" } },
	examples: ["replevin accounts list"],
	async run({ options: { limit = "100" }, json }, io) {
		const list = (await clientOf(io)).watchedAccounts.list({}, { signal: io.signal });
		const found = await list.toArray({ limit: wholeNumber("--limit", limit) });
		for (const account of found) io.print(json ? JSON.stringify(account) : lineOf(account));
		if (found.length === 0 && !json) io.note("You watch no account.");
		return EXIT.ok;
	},
};
