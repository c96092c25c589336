import { rm } from "node:fs/promises";
import { clientWith } from "../client.ts";
import { type Command, EXIT } from "../command.ts";
import { credentialsFile, isStored, originOf, storeCredentials } from "../credentials.ts";

export const login: Command = {
	name: "login",
	summary: "Store a key pair for this user, in a file that nobody else can read",
	operands: [],
	options: {},
	examples: ["replevin login", 'printf \'%s\\n\' "$URL" "$KEY" "$SECRET" | replevin login'],
	async run({ json }, io) {
		const typed = await io.ask("Service, such as https://replevin.example: ");
		// A wrong address is said before the secret is typed.
		clientWith({ url: typed }, io);
		const url = originOf(typed);
		const apiKey = await io.ask("API key (sk_…): ");
		const apiSecret = await io.ask("API secret (ss_…), which is not shown: ", { isHidden: true });
		const credentials = { url, apiKey, apiSecret };
		// A pair that does not work is not stored.
		await clientWith(credentials, io).cases.list({ limit: 1 }, { signal: io.signal }).page();
		const file = credentialsFile(io.env);
		await storeCredentials(file, credentials);
		if (json) io.print(JSON.stringify({ url, file }));
		else io.print(`The key pair for ${url} is valid, and stored in ${file}.`);
		return EXIT.ok;
	},
};

export const logout: Command = {
	name: "logout",
	summary: "Delete the stored key pair; the key stays valid",
	operands: [],
	options: {},
	examples: ["replevin logout"],
	async run({ json }, io) {
		const file = credentialsFile(io.env);
		const wasStored = await isStored(file);
		await rm(file, { force: true });
		if (json) io.print(JSON.stringify({ file }));
		else
			io.print(wasStored ? `${file} is gone. To end the key, revoke it.` : "There was no stored key pair.");
		return EXIT.ok;
	},
};
