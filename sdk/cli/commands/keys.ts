import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { handOver, SAVE_HELP } from "../hand-over.ts";
import { wholeNumber } from "../options.ts";
import { inSession } from "../session.ts";

export const listKeys: Command = {
	name: "keys list",
	summary: "List your active API keys, without their secrets",
	operands: [],
	options: {},
	examples: ["replevin keys list", "REPLEVIN_ACCESS_TOKEN=… replevin keys list --json"],
	async run({ json }, io) {
		const { data } = await inSession(io, ({ keys }) => keys.list({ signal: io.signal }));
		for (const key of data) {
			const { keyId, hint, expiresAt, lastUsedAt, label } = key;
			const until = expiresAt === null ? "does not expire" : `expires ${expiresAt}`;
			const cells = [keyId, hint, until, lastUsedAt === null ? "unused" : `used ${lastUsedAt}`, label];
			io.print(json ? JSON.stringify(key) : cells.join("  "));
		}
		if (data.length === 0 && !json) io.note("There is no active key. replevin keys create issues one.");
		return EXIT.ok;
	},
};

export const createKey: Command = {
	name: "keys create",
	summary: "Issue a key pair, whose secret is shown once",
	operands: [],
	options: {
		label: { value: "TEXT", help: "what the key is for; command line by default" },
		"expires-in-days": { value: "DAYS", help: "1 to 3,650; valid until it is revoked by default" },
		save: { help: SAVE_HELP },
	},
	examples: [
		"replevin keys create --label laptop --save",
		"replevin keys create --expires-in-days 90 --json",
	],
	async run({ options: { label = "command line", "expires-in-days": days, save }, json }, io) {
		const expiry = days === undefined ? {} : { expiresInDays: wholeNumber("--expires-in-days", days) };
		const body = { label: String(label), ...expiry };
		return inSession(io, async ({ keys }, url) => {
			const issued = await keys.create(body, { signal: io.signal });
			return handOver(issued, { url, isSaved: save === true, json }, io);
		});
	},
};

export const revokeKey: Command = {
	name: "keys revoke",
	summary: "End a key at once, and the keys that its pair issued by rotating itself",
	operands: [{ name: "KEY_ID" }],
	options: { yes: { help: "do not ask" } },
	examples: ["replevin keys revoke 1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867"],
	async run({ words: [keyId = ""], options: { yes }, json }, io) {
		return inSession(io, async ({ keys }) => {
			const found = (await keys.list({ signal: io.signal })).data.find((key) => key.keyId === keyId);
			const name = found === undefined ? keyId : `${found.hint} (${found.label})`;
			if (yes !== true && !(await isConfirmed(`Revoke ${name}? Type yes: `, io))) {
				io.note("Nothing was revoked.");
				return EXIT.usage;
			}
			const revoked = await keys.revoke(keyId, { signal: io.signal });
			if (json) io.print(JSON.stringify(revoked));
			else {
				io.print(`${name} is revoked since ${revoked.revokedAt}.`);
				for (const successor of revoked.revokedSuccessors) io.print(`Its successor ${successor} too.`);
			}
			return EXIT.ok;
		});
	},
};

async function isConfirmed(question: string, io: Io): Promise<boolean> {
	try {
		return (await io.ask(question)) === "yes";
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		throw new UsageError(`${error.message} Nothing was revoked. Without a terminal, add --yes.`);
	}
}
