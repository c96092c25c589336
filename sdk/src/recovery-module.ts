/**
 * The calls of CourtRecoveryModule, the contract that executes an approved recovery on a Safe. NOT AUDITED: nobody but its
 * authors has reviewed the contract. These functions send nothing. The document recovery-module.md of the service says who
 * can stop what until when.
 */

import { createChecksumAddresses } from "../../src/kernel/crypto/checksum-address.ts";
import { hashFunctionsOf } from "../../src/kernel/crypto/hash-functions.ts";
import { keccak256 } from "../../src/protocol/noble/keccak256.ts";
import { approvalTypedData } from "../../src/protocol/recovery-module/approval.ts";
import {
	creationCode,
	creationCodeHash,
	deployerAddress,
	moduleAbi,
	moduleAddress,
	moduleSalt,
} from "../../src/protocol/recovery-module/court-recovery-module.ts";
import {
	createModuleCalls,
	type ModuleCall,
	type ModuleConfiguration,
	type ModuleRead,
	type ReadConfiguration,
	type RecoveryStatus,
} from "../../src/protocol/recovery-module/module-calls.ts";
import type { Input } from "./client/options.ts";
import type { Hex, RecoveryIntent } from "./generated/api.ts";
import { type Fields, faultsOf, INTENT, inSentence, MODULE_FIELDS } from "./signing/check-fields.ts";

export type {
	ModuleCall,
	ModuleConfiguration,
	ModuleRead,
	ReadConfiguration,
	RecoveryStatus,
} from "../../src/protocol/recovery-module/module-calls.ts";
export type { Hex, RecoveryIntent } from "./generated/api.ts";
export { creationCode, creationCodeHash, deployerAddress, moduleAbi, moduleAddress, moduleSalt };

/** What a reviewer signs. Times are unix seconds. */
export type ModuleApproval = {
	reviewer: string;
	account: string;
	chainId: number;
	jrcHash: string;
	/** The earliest execution; 0 for none. */
	notBefore: number;
	/** The last moment for the schedule. */
	deadline: number;
	/** As `readStatus` and `read` return them. */
	round: number;
	generation: number;
};
/** The typed data of an approval. */
export type ApprovalTypedData = {
	domain: { name: string; version: string; chainId: number; verifyingContract: Hex };
	types: Record<string, { name: string; type: string }[]>;
	primaryType: "Approval";
	message: Record<string, unknown>;
};

const hashes = hashFunctionsOf(keccak256);
const addresses = createChecksumAddresses(hashes);
const calls = createModuleCalls(hashes, addresses);

/**
 * Makes the module's calls. Each throws a RangeError that names every field that is absent or malformed.
 *
 * @example
 * const calls = recoveryModule.configure({ account: safe, reviewers, threshold: 2, delaySeconds, expirySeconds });
 */
export const recoveryModule = {
	configure,
	remove,
	schedule,
	veto,
	vetoAll,
	execute,
	approval,
	read,
	readStatus,
	deploy,
};

/**
 * Two calls that the Safe makes in one MultiSend, in this order: `enableModule` of itself, and `configure`. A change of the
 * configuration is the second call alone. It ends everything that was signed or scheduled.
 */
function configure(given: ModuleConfiguration & { account: string }): [ModuleCall, ModuleCall] {
	check(given, MODULE_FIELDS.configuration);
	if (given.threshold > given.reviewers.length)
		throw new RangeError("threshold must not exceed the number of reviewers");
	return calls.configure(given);
}

/** The account's call that ends its configuration. The Safe disables the module in the same MultiSend. */
function remove(): ModuleCall {
	return calls.remove();
}

/** Anybody's call that schedules an approved recovery. Approvals may be in any order. */
function schedule(given: {
	intent: Input<RecoveryIntent>;
	notBefore: number;
	deadline: number;
	approvals: readonly { reviewer: string; signature: string }[];
}): ModuleCall {
	check(given, MODULE_FIELDS.schedule);
	return calls.schedule(given);
}

/** The call by which the account or enough reviewers stop a recovery, or one reviewer or vetoer delays it. */
function veto(given: { account: string; jrcHash: string }): ModuleCall {
	check(given, MODULE_FIELDS.recovery);
	return calls.veto(given);
}

/** The call by which the account or enough reviewers stop everything that is signed or scheduled for the account. */
function vetoAll(account: string): ModuleCall {
	check({ account }, MODULE_FIELDS.account);
	return calls.vetoAll(account);
}

/** Anybody's call that executes a recovery once it is ready. */
function execute(intent: Input<RecoveryIntent>): ModuleCall {
	check(intent, INTENT);
	return calls.execute(intent);
}

/** The argument of `eth_signTypedData_v4` for a reviewer, and of viem's `signTypedData`. */
function approval(given: ModuleApproval): ApprovalTypedData {
	check(given, MODULE_FIELDS.approval);
	return approvalTypedData({ ...given, module: moduleAddress });
}

/** Reads an account's configuration. */
function read(account: string): ModuleRead<ReadConfiguration> {
	check({ account }, MODULE_FIELDS.account);
	return calls.read(account);
}

/** Reads the state of a recovery. */
function readStatus(given: { account: string; jrcHash: string }): ModuleRead<RecoveryStatus> {
	check(given, MODULE_FIELDS.recovery);
	return calls.readStatus(given);
}

/** Anybody's transaction that puts the module on a chain, at `moduleAddress`. It fails where the module is there already. */
function deploy(): ModuleCall {
	return { to: deployerAddress, data: `${moduleSalt}${creationCode.slice(2)}` };
}

/** @throws RangeError */
function check(value: unknown, fields: Fields): void {
	const problem = inSentence(faultsOf(value, fields, addresses.hasValidChecksum), "the call");
	if (problem !== undefined) throw new RangeError(problem);
}
