/** The key of a wallet in a file of this user, and the check of signatures before they are sent. */
import { stat } from "node:fs/promises";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { createChecksumAddresses } from "../../../src/kernel/crypto/checksum-address.ts";
import { hashFunctionsOf } from "../../../src/kernel/crypto/hash-functions.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import { keccak256 } from "../../../src/protocol/noble/keccak256.ts";
import { recoverAddress } from "../../../src/protocol/noble/recover-address.ts";
import { UsageError } from "../command.ts";
import { requirePrivate } from "../credentials.ts";
import { readText } from "../read-file.ts";

const { toChecksumAddress, hasValidChecksum } = createChecksumAddresses(hashFunctionsOf(keccak256));

export { hasValidChecksum };

const PRIVATE_KEY = /^(?:0x)?([0-9a-fA-F]{64})$/;

export type WalletKey = {
	/** EIP-55 form. */
	address: string;
	/** @param digest 32 bytes @returns r ‖ s ‖ v */
	sign(digest: Hex): Hex;
};

/** @throws UsageError that never contains the file's text */
export async function readPrivateKey(file: string): Promise<Hex> {
	// An error must not repeat a key that was passed by mistake.
	if (PRIVATE_KEY.test(file))
		throw new UsageError(
			"--key takes the path of a file, and no key: others see arguments. Do not use this key again.",
		);
	if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UsageError(`${file} is no file.`);
	await requirePrivate(file, "move what the account holds if they may have read the key");
	const [, digits = ""] = PRIVATE_KEY.exec((await readText(file)).trim()) ?? [];
	const key = hexToBytes(`0x${digits}`);
	if (!secp256k1.utils.isValidPrivateKey(key))
		throw new UsageError(`${file} does not hold a private key: 64 hex digits, with or without 0x.`);
	return `0x${digits}`;
}

/** @throws UsageError that never contains the file's text */
export async function readWalletKey(file: string): Promise<WalletKey> {
	const key = hexToBytes(await readPrivateKey(file));
	const point = secp256k1.getPublicKey(key, false).subarray(1);
	return {
		address: toChecksumAddress(bytesToHex(keccak256(point).subarray(12))),
		sign(digest) {
			const signature = secp256k1.sign(hexToBytes(digest), key, { lowS: true });
			const v = new Uint8Array([27 + signature.recovery]);
			return `${bytesToHex(signature.toCompactRawBytes())}${bytesToHex(v).slice(2)}`;
		},
	};
}

/** The address whose key signed, in EIP-55 form; null if it is no signature by a key. */
export function signerOf(digest: Hex, signature: string): string | null {
	const address = recoverAddress(hexToBytes(digest), hexToBytes(signature));
	return address === null ? null : toChecksumAddress(address);
}

/** ERC-191, version 0x45, as `personal_sign` hashes a text. */
export function personalDigest(text: string): Hex {
	const bytes = Buffer.from(text, "utf8");
	const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, "utf8");
	return bytesToHex(keccak256(Buffer.concat([prefix, bytes])));
}
