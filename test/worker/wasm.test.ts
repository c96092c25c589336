// signatures.md "Messages".
// The WebAssembly modules as workerd loads them: compiled at upload, instantiated synchronously on demand.
import { hashTypedData, recoverAddress as recoverByViem } from "viem";
import { expect, test } from "vitest";
import { toChecksumAddress } from "../../src/kernel/crypto/address.ts";
import { argon2id } from "../../src/kernel/crypto/argon2id/argon2id.ts";
import { keccak256 } from "../../src/kernel/crypto/keccak/keccak.ts";
import { recoverAddress } from "../../src/kernel/crypto/secp256k1/recover-address.ts";
import { bytesToHex, hexToBytes } from "../../src/kernel/encoding/hex.ts";
import { hashRecoveryIntent, newCaseDigest, newCaseTypedData } from "../../src/recovery/intent/typed-data.ts";
import { recoveryAccount, signatures, vectorIntent } from "../support/signing/vectors.ts";

test("keccak256 of nothing, and of more than the module's first memory", () => {
	expect(bytesToHex(keccak256(new Uint8Array()))).toBe(
		"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
	);
	const first = bytesToHex(keccak256(new Uint8Array(1_000_000)));
	expect(bytesToHex(keccak256(new Uint8Array(1_000_000)))).toBe(first);
});

test("the published case: jrcHash, digest and signer, as viem has them", async () => {
	const jrcHash = hashRecoveryIntent(vectorIntent);
	expect(jrcHash).toBe("0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b");
	const { chainId, email } = vectorIntent.rec;
	const digest = newCaseDigest({ chainId, jrcHash, email });
	const { EIP712Domain: _, ...types } = newCaseTypedData(vectorIntent).types;
	expect(bytesToHex(digest)).toBe(hashTypedData({ ...newCaseTypedData(vectorIntent), types }));

	const signer = recoverAddress(digest, hexToBytes(signatures.newCase));
	expect(signer).toBe(recoveryAccount.toLowerCase());
	expect(toChecksumAddress(recoveryAccount.toLowerCase())).toBe(recoveryAccount);
	expect(await recoverByViem({ hash: digest, signature: signatures.newCase })).toBe(recoveryAccount);
});

test("Argon2id of RFC 9106, section 5.3, twice, and with the memory of a password hash in between", () => {
	const filled = (byte: number, length: number) => new Uint8Array(length).fill(byte);
	const input = {
		password: filled(1, 32),
		salt: filled(2, 16),
		secret: filled(3, 8),
		associatedData: filled(4, 12),
		memoryKib: 32,
		passes: 3,
		lanes: 4,
		tagBytes: 32,
	};
	const tag = "0x0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659";
	expect(bytesToHex(argon2id(input))).toBe(tag);
	expect(argon2id({ ...input, memoryKib: 19 * 1024, passes: 2, lanes: 1 })).toHaveLength(32);
	expect(bytesToHex(argon2id(input))).toBe(tag);
});
