/** The recovery module's calls and approvals (recovery-module.md), by the service's WebAssembly. */
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { eip712 } from "../kernel/crypto/eip712.ts";
import { keccak256Utf8 } from "../kernel/crypto/keccak/keccak.ts";
import { createApprovals } from "../protocol/recovery-module/approval.ts";
import { createModuleCalls } from "../protocol/recovery-module/module-calls.ts";

export const moduleCalls = createModuleCalls({ keccak256Utf8 }, { toChecksumAddress });
export const { approvalDigest } = createApprovals(eip712);
