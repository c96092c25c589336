import type { IssuedApiKey } from "../../src/generated/api.ts";
import type { Replevin } from "../../src/index.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io } from "../command.ts";
import { credentialsOf } from "../credentials.ts";
import { handOver, SAVE_HELP } from "../hand-over.ts";
import { wholeNumber } from "../options.ts";
import { inSession } from "../session.ts";

const DAY_SECONDS = 86_400;

export const rotateKey: Command = {
	name: "keys rotate",
	summary: "Replace a key by a new one; the old key works until the overlap ends",
	operands: [{ name: "KEY_ID" }],
	options: {
		overlap: { value: "SECONDS", help: "how long the old pair works, 0 to 604,800; a day by default" },
		self: { help: "KEY_ID is the key of this command's pair, which rotates itself without a person" },
		save: { help: `${SAVE_HELP}; replaces the stored pair` },
	},
	examples: [
		"replevin keys rotate 1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867 --save",
		"replevin keys rotate 1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867 --self --overlap 604800 --json",
	],
	async run({ words: [keyId = ""], options: { overlap = String(DAY_SECONDS), self, save }, json }, io) {
		const overlapSeconds = wholeNumber("--overlap", overlap);
		const rotate = async ({ keys }: Replevin, url: string) => {
			const issued = await keys.rotate(keyId, { overlapSeconds }, { signal: io.signal });
			const code = await handOver(issued, { url, isSaved: save === true, json }, io);
			// A response that was repeated has no secret, and says itself what to do.
			if (!("apiSecret" in issued)) return code;
			io.note(endOfOldPair(issued, overlapSeconds));
			if (save !== true || code !== EXIT.ok) io.note(holderOfOldPair(self === true, io));
			return code;
		};
		if (self !== true) return inSession(io, rotate);
		return rotate(await clientOf(io), (await credentialsOf(io.env)).url);
	},
};

/** The old pair ends with the overlap, or earlier by its own expiry. A pair that rotates itself hands its expiry on. */
function endOfOldPair({ createdAt }: IssuedApiKey, overlapSeconds: number): string {
	if (overlapSeconds === 0) return "The old pair has ended.";
	const end = new Date(Date.parse(createdAt) + overlapSeconds * 1000).toISOString();
	return `The old pair works until ${end}, or until its own expiry if that is earlier.`;
}

/** Says where the old pair still is, because commands go on using it. */
function holderOfOldPair(isOwnPair: boolean, { env }: Io): string {
	const remedy = "Run replevin login with the new pair to replace it; --save does that at once.";
	if (!isOwnPair) return `If replevin login stored the old pair, it is still stored. ${remedy}`;
	if (env.REPLEVIN_API_KEY)
		return "REPLEVIN_API_KEY and REPLEVIN_API_SECRET are still the old pair. Set them to the new one.";
	return `The pair that replevin login stored is the old one. ${remedy}`;
}
