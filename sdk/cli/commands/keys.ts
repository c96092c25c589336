import type { IssuedApiKey, RepeatedApiKey } from "../../src/generated/api.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io } from "../command.ts";
import { credentialsFile, credentialsOf, storeCredentials } from "../credentials.ts";
import { wholeNumber } from "../options.ts";
import { inSession } from "../session.ts";

export const listKeys: Command = {
	name: "keys list",
	summary: "List your active API keys, without their secrets",
	operands: [],
	options: {},
	optionHelp: {},
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

const SAVE_HELP = "store the pair as login does, in place of printing its secret";

export const createKey: Command = {
	name: "keys create",
	summary: "Issue a key pair, whose secret is shown once",
	operands: [],
	options: { label: { type: "string" }, "expires-in-days": { type: "string" }, save: { type: "boolean" } },
	optionHelp: {
		"--label TEXT": "what the key is for; command line by default",
		"--expires-in-days DAYS": "1 to 3,650; valid until it is revoked by default",
		"--save": SAVE_HELP,
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

export const rotateKey: Command = {
	name: "keys rotate",
	summary: "Issue the successor of a key, which works on until the overlap ends",
	operands: ["KEY_ID"],
	options: { overlap: { type: "string" }, self: { type: "boolean" }, save: { type: "boolean" } },
	optionHelp: {
		"--overlap SECONDS": "how long the old pair works, 0 to 604,800; a day by default",
		"--self": "KEY_ID is the key of this command's pair, which rotates itself without a person",
		"--save": SAVE_HELP,
	},
	examples: [
		"replevin keys rotate 1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867 --save",
		"replevin keys rotate 1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867 --self --overlap 604800 --json",
	],
	async run({ words: [keyId = ""], options: { overlap, self, save }, json }, io) {
		const body = overlap === undefined ? {} : { overlapSeconds: wholeNumber("--overlap", overlap) };
		const rotate = async ({ keys }: Awaited<ReturnType<typeof clientOf>>, url: string) => {
			const issued = await keys.rotate(keyId, body, { signal: io.signal });
			return handOver(issued, { url, isSaved: save === true, json }, io);
		};
		if (self !== true) return inSession(io, rotate);
		return rotate(await clientOf(io), (await credentialsOf(io.env)).url);
	},
};

export const revokeKey: Command = {
	name: "keys revoke",
	summary: "End a key at once, and the keys that its pair issued by rotating itself",
	operands: ["KEY_ID"],
	options: { yes: { type: "boolean" } },
	optionHelp: { "--yes": "do not ask" },
	examples: ["replevin keys revoke 1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867"],
	async run({ words: [keyId = ""], options: { yes }, json }, io) {
		return inSession(io, async ({ keys }) => {
			const found = (await keys.list({ signal: io.signal })).data.find((key) => key.keyId === keyId);
			const name = found === undefined ? keyId : `${found.hint} (${found.label})`;
			if (yes !== true && (await io.ask(`Revoke ${name}? Type yes: `)) !== "yes") {
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

type Destination = { url: string; isSaved: boolean; json: boolean };

/** Prints the pair or stores it. Without a secret there is nothing to hand over. */
async function handOver(
	issued: IssuedApiKey | RepeatedApiKey,
	{ url, isSaved, json }: Destination,
	io: Io,
): Promise<number> {
	if (!("apiSecret" in issued)) {
		io.note(`${issued.keyId}: ${issued.notice}`, "bad");
		return EXIT.service;
	}
	const { apiKey, apiSecret, ...shown } = issued;
	if (!isSaved) return printPair(issued, json, io);
	const file = credentialsFile(io.env);
	try {
		await storeCredentials(file, { url, apiKey, apiSecret });
	} catch (error) {
		// Nobody could get the secret again.
		io.note(`The pair could not be stored: ${error instanceof Error ? error.message : error}`, "bad");
		printPair(issued, json, io);
		return EXIT.usage;
	}
	if (json) io.print(JSON.stringify({ ...shown, apiKey, file }));
	else io.print(`${issued.keyId} for ${url} is stored in ${file}.`);
	if (io.env.REPLEVIN_API_KEY || io.env.REPLEVIN_ACCESS_TOKEN)
		io.note("The credential of the environment is used before the stored one. Unset it to use this pair.");
	return EXIT.ok;
}

function printPair(issued: IssuedApiKey, json: boolean, io: Io): number {
	if (json) io.print(JSON.stringify(issued));
	else
		for (const name of ["keyId", "apiKey", "apiSecret"] as const)
			io.print(`${name.padEnd(9)}  ${issued[name]}`);
	io.note("The secret is not shown again. Store it now.");
	return EXIT.ok;
}
