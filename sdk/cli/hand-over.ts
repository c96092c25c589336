/** Gives an issued key pair to the user: printed once, or stored as `login` stores it. */
import type { IssuedApiKey, RepeatedApiKey } from "../src/generated/api.ts";
import { EXIT, type Io } from "./command.ts";
import { credentialsFile, storeCredentials } from "./credentials.ts";

export const SAVE_HELP = "store the pair as login does, in place of printing its secret";

type Destination = { url: string; isSaved: boolean; json: boolean };

/** Prints the pair or stores it. Without a secret there is nothing to hand over. */
export async function handOver(
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
