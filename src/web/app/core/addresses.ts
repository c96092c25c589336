/** Addresses. EIP-55 without the API's WebAssembly, so that the pages' module holds no second copy of it. */
import { createChecksumAddresses } from "../../../kernel/crypto/checksum-address.ts";
import { hashFunctionsOf } from "../../../kernel/crypto/hash-functions.ts";
import { keccak256 } from "../../../protocol/noble/keccak256.ts";

export const { hasValidChecksum, toChecksumAddress } = createChecksumAddresses(hashFunctionsOf(keccak256));

/** To tell one from another where nothing is decided by it: beside the full form, or in the header. */
export function shortened(text: string): string {
	return text.length <= 20 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}
