/** The signature that a command sends: given, or made by a key. It is checked before the service sees it. */
import type { Hex, PreparedMessage } from "../../src/generated/api.ts";
import { type Command, type Given, UsageError } from "../command.ts";
import { readWalletKey, signerOf } from "./wallet-key.ts";

export const SIGNATURE_OPTIONS: Command["options"] = {
	signature: { value: "HEX", help: "by the recovery account; the file may have it as signature instead" },
	key: {
		value: "FILE",
		offers: "files",
		help: "sign with the private key in this file, which nobody else can read",
	},
	contract: { help: "the account is a contract wallet, whose signature only its chain can check" },
};

/**
 * @param signer the account that has to sign
 * @param inFile the signature in the command's file
 * @throws UsageError unless the account has signed
 */
export async function signatureFor(
	{ digest }: Pick<PreparedMessage, "digest">,
	signer: string,
	{ signature = undefined, key, contract }: Given["options"],
	inFile: unknown,
): Promise<Hex> {
	const given = signature ?? inFile;
	if ((given === undefined) === (key === undefined))
		throw new UsageError(
			"Pass --signature or --key, and only one. replevin sign prints what a wallet has to sign.",
		);
	const made = given ?? (await readWalletKey(String(key))).sign(digest);
	// An empty one is that of a Safe whose owners signed on chain.
	if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(String(made)))
		throw new UsageError(`The signature is not hex: ${made}`);
	if (contract === true) return made as Hex;
	const account = signerOf(digest, String(made));
	if (account?.toLowerCase() === signer.toLowerCase()) return made as Hex;
	const by = account === null ? "no signature by a key" : `by ${account}, or of another message`;
	throw new UsageError(
		`${signer} has to sign. The signature is ${by}. Nothing was sent. For a contract wallet, add --contract.`,
	);
}
