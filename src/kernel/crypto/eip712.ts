/** EIP-712 by the service's WebAssembly. */
import { hasValidChecksum, toChecksumAddress } from "./address.ts";
import { createEip712 } from "./eip712-encoder.ts";
import { hashCallArray, keccak256, keccak256Utf8 } from "./keccak/keccak.ts";

export const eip712 = createEip712(
	{ keccak256, keccak256Utf8, hashCallArray },
	{ hasValidChecksum, toChecksumAddress },
);
export const { describeType, domainSeparator, flatMessage } = eip712;
