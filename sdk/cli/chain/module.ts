import { createChecksumAddresses } from "../../../src/kernel/crypto/checksum-address.ts";
import { hashFunctionsOf } from "../../../src/kernel/crypto/hash-functions.ts";
import { keccak256 } from "../../../src/protocol/noble/keccak256.ts";
import { createModuleCalls } from "../../../src/protocol/recovery-module/module-calls.ts";

const hashes = hashFunctionsOf(keccak256);
export const addresses = createChecksumAddresses(hashes);
export const moduleCalls = createModuleCalls(hashes, addresses);
