import { Replevin } from "../../src/index.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { serviceUrl } from "../credentials.ts";
import { readText } from "../read-file.ts";
import { type KnownService, readSignable, type Signable } from "../signing/signable.ts";
import { personalDigest, readWalletKey } from "../signing/wallet-key.ts";

export const sign: Command = {
	name: "sign",
	summary: "Sign a message with the key in a file, or print it for another wallet",
	operands: [{ name: "MESSAGE", offers: "files" }],
	options: {
		key: {
			value: "FILE",
			offers: "files",
			help: "the private key, 64 hex digits in a file that nobody else can read; without it, nothing is signed",
		},
	},
	examples: [
		"replevin sign intent.json --key claimant.key                 # an intent: files the case",
		'echo \'{"message":"Agreement","ownerAddress":"0x…"}\' | replevin sign - --key owner.key    # the current terms',
		"replevin sign login.txt --key owner.key                      # the message of POST /auth/wallet/challenge",
		"replevin sign intent.json > typed-data.json                  # for a hardware wallet",
		"cast wallet sign --ledger --data --from-file typed-data.json",
	],
	async run({ words: [path = ""], options: { key }, json }, io) {
		const text = path === "-" ? await io.readInput() : await readText(path);
		const name = path === "-" ? "The input" : path;
		const signable = await readSignable(text, name, knownService(io));
		for (const line of summaryOf(signable)) io.note(line);
		if (key === undefined) printUnsigned(signable, json, io);
		else await printSigned(signable, String(key), json, io);
		return EXIT.ok;
	},
};

function knownService(io: Io): KnownService {
	const urlOr = async (problem: string) => {
		const url = await serviceUrl(io.env);
		if (url === undefined) throw new UsageError(problem);
		return url;
	};
	return {
		// The service does not get to say who it is, because it could name another one and take the message there.
		origin: async () =>
			new URL(await urlOr("Add service, such as https://replevin.example, or set REPLEVIN_URL to it."))
				.origin,
		async terms() {
			const baseUrl = await urlOr(
				"Add version and documentHash of the terms, or set REPLEVIN_URL to have them asked for.",
			);
			return (await new Replevin({ baseUrl, fetch: io.fetch }).config({ signal: io.signal })).terms;
		},
	};
}

/** The lines that a person reads before signing. */
function summaryOf(signable: Signable): string[] {
	if (signable.kind === "login")
		return ["A log-in:", ...signable.text.split("\n").map((line) => `  ${line}`)];
	const { primaryType, message, domain } = signable.prepared.typedData;
	const fields = Object.entries(flat(message)).map(([name, value]) => `  ${name.padEnd(26)} ${value}`);
	return [`${primaryType} on chain ${domain.chainId}:`, ...fields];
}

function flat(value: object, path = ""): Record<string, unknown> {
	const entries = Object.entries(value).map(([name, member]) =>
		typeof member === "object" && member !== null
			? flat(member, `${path}${name}.`)
			: { [`${path}${name}`]: member },
	);
	return Object.assign({}, ...entries);
}

function printUnsigned(signable: Signable, json: boolean, io: Io): void {
	if (signable.kind === "login") {
		const { text, address } = signable;
		if (json) io.print(JSON.stringify({ message: text, signer: address, digest: personalDigest(text) }));
		else io.write(text);
		io.note(`Nothing is signed yet. ${address} signs this text with personal_sign.`);
		return;
	}
	const { prepared } = signable;
	io.print(JSON.stringify(json ? prepared : prepared.typedData));
	io.note(`Nothing is signed yet. ${prepared.signer} signs these typed data with eth_signTypedData_v4.`);
	io.note("A Ledger, with Foundry: cast wallet sign --ledger --data --from-file FILE");
}

async function printSigned(signable: Signable, file: string, json: boolean, io: Io): Promise<void> {
	const key = await readWalletKey(file);
	const isLogin = signable.kind === "login";
	const signer = isLogin ? signable.address : signable.prepared.signer;
	// The signer of some messages is a role, which only the case resolves.
	if (signer.startsWith("0x") && signer.toLowerCase() !== key.address.toLowerCase())
		throw new UsageError(
			`${signer} has to sign, and ${file} is the key of ${key.address}. Nothing was signed.`,
		);
	const digest = isLogin ? personalDigest(signable.text) : signable.prepared.digest;
	const signature = key.sign(digest);
	const signed = { signature, signer: key.address, digest };
	io.print(json ? JSON.stringify({ ...signed, ...sendable(signable, signature) }) : signature);
}

/** The request that takes the signature. */
function sendable(signable: Signable, signature: string) {
	if (signable.kind === "login") return { message: signable.text };
	const { request, jrcHash, caseId } = signable.prepared;
	return { jrcHash, caseId, request: { ...request, body: { ...request.body, signature } } };
}
