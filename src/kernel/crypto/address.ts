import { createChecksumAddresses } from "./checksum-address.ts";
import { keccak256Utf8 } from "./keccak/keccak.ts";

export const { hasValidChecksum, toChecksumAddress } = createChecksumAddresses({ keccak256Utf8 });
