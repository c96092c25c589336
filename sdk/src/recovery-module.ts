/**
 * The calls of CourtRecoveryModule, the contract that executes an approved recovery on a Safe. NOT AUDITED: nobody but its
 * authors has reviewed the contract. These functions send nothing. The document recovery-module.md of the service says who
 * can stop what until when.
 */

import { createChecksumAddresses } from "../../src/kernel/crypto/checksum-address.ts";
import { hashFunctionsOf } from "../../src/kernel/crypto/hash-functions.ts";
import { addressAt, uintAt, uintsAt, wordAt } from "../../src/kernel/encoding/abi-reader.ts";
import { bytesToHex } from "../../src/kernel/encoding/hex.ts";
import { keccak256 } from "../../src/protocol/noble/keccak256.ts";
import type { Input } from "./client/options.ts";
import type { Hex, RecoveryIntent } from "./generated/api.ts";
import { type AbiParameter, canonicalType, encodeArguments } from "./recovery-module/abi-encoder.ts";
import {
	creationCode,
	creationCodeHash,
	deployerAddress,
	moduleAbi,
	moduleAddress,
	moduleSalt,
} from "./recovery-module/court-recovery-module.ts";
import { type Fields, faultsOf, INTENT, inSentence, MODULE_FIELDS } from "./signing/check-fields.ts";

export type { Hex, RecoveryIntent } from "./generated/api.ts";
export { creationCode, creationCodeHash, deployerAddress, moduleAbi, moduleAddress, moduleSalt };

/** A transaction without a value, or the argument of `eth_call`. */
export type ModuleCall = { to: Hex; data: Hex };
/** A call of the chain's node that changes nothing, with the function that reads its result. */
export type ModuleRead<Result> = {
	/** The argument of `eth_call`. */
	call: ModuleCall;
	/** Reads the result. Throws a RangeError if it is not of the module. */
	decode: (result: string) => Result;
};

/** Who may recover an account, and how long others have to stop it. */
export type ModuleConfiguration = {
	reviewers: string[];
	/** The number of reviewers who must approve. */
	threshold: number;
	/** Each can delay a recovery once. */
	vetoers?: string[];
	/** Between the schedule and the first moment of the execution: a day to ten years. */
	delaySeconds: number;
	/** Between that moment and the end of the schedule: a day to ten years. */
	expirySeconds: number;
};
/** An account's configuration on the chain. The threshold is 0 while there is none. */
export type ReadConfiguration = Required<ModuleConfiguration> & {
	/** The number of changes so far, which approvals have to name. */
	generation: number;
};
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
/** The state of a recovery on the chain. */
export type RecoveryStatus = {
	state: "unknown" | "waiting" | "ready" | "expired" | "vetoed" | "executed";
	/** The round that the next approvals have to name. */
	round: number;
	/** In unix seconds; 0 without a schedule. */
	readyAt: number;
	endsAt: number;
	/** Reviewers who have voted for a veto in this round. */
	vetoes: number;
	wasDelayed: boolean;
};

const STATES = ["unknown", "waiting", "ready", "expired", "vetoed", "executed"] as const;
const APPROVAL_FIELDS = [
	{ name: "reviewer", type: "address" },
	{ name: "account", type: "address" },
	{ name: "jrcHash", type: "bytes32" },
	{ name: "notBefore", type: "uint256" },
	{ name: "deadline", type: "uint256" },
	{ name: "round", type: "uint256" },
	{ name: "generation", type: "uint256" },
];
const DOMAIN_FIELDS = [
	{ name: "name", type: "string" },
	{ name: "version", type: "string" },
	{ name: "chainId", type: "uint256" },
	{ name: "verifyingContract", type: "address" },
];
const ENABLE_MODULE: AbiFunction = { name: "enableModule", inputs: [{ name: "module", type: "address" }] };

type AbiFunction = { readonly name: string; readonly inputs: readonly AbiParameter[] };
type FunctionName = Extract<(typeof moduleAbi)[number], { type: "function" }>["name"];

const hashes = hashFunctionsOf(keccak256);
const addresses = createChecksumAddresses(hashes);

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
function configure({
	account,
	...configuration
}: ModuleConfiguration & { account: string }): [ModuleCall, ModuleCall] {
	check({ account, ...configuration }, MODULE_FIELDS.configuration);
	const { reviewers, threshold, vetoers = [], delaySeconds, expirySeconds } = configuration;
	if (threshold > reviewers.length) throw new RangeError("threshold must not exceed the number of reviewers");
	const argument = {
		reviewers: ascending(reviewers),
		threshold,
		vetoers: ascending(vetoers),
		delay: delaySeconds,
		expiry: expirySeconds,
	};
	return [
		{ to: account as Hex, data: dataOf(ENABLE_MODULE, [moduleAddress]) },
		callOf("configure", [argument]),
	];
}

/** The account's call that ends its configuration. The Safe disables the module in the same MultiSend. */
function remove(): ModuleCall {
	return callOf("remove", []);
}

/** Anybody's call that schedules an approved recovery. Approvals may be in any order. */
function schedule(given: {
	intent: Input<RecoveryIntent>;
	notBefore: number;
	deadline: number;
	approvals: readonly { reviewer: string; signature: string }[];
}): ModuleCall {
	check(given, MODULE_FIELDS.schedule);
	const { intent, notBefore, deadline, approvals } = given;
	const dataOfReviewer = new Map(
		approvals.map(({ reviewer, signature }) => [reviewer.toLowerCase(), signature]),
	);
	const signatures = ascending(approvals.map(({ reviewer }) => reviewer)).map((reviewer) => ({
		reviewer,
		data: dataOfReviewer.get(reviewer.toLowerCase()),
	}));
	return callOf("schedule", [intentOf(intent), notBefore, deadline, signatures]);
}

/** The call by which the account or enough reviewers stop a recovery, or one reviewer or vetoer delays it. */
function veto(given: { account: string; jrcHash: string }): ModuleCall {
	check(given, MODULE_FIELDS.recovery);
	return callOf("veto", [given.account, given.jrcHash]);
}

/** The call by which the account or enough reviewers stop everything that is signed or scheduled for the account. */
function vetoAll(account: string): ModuleCall {
	check({ account }, MODULE_FIELDS.account);
	return callOf("vetoAll", [account]);
}

/** Anybody's call that executes a recovery once it is ready. */
function execute(intent: Input<RecoveryIntent>): ModuleCall {
	check(intent, INTENT);
	return callOf("execute", [intentOf(intent)]);
}

/** The argument of `eth_signTypedData_v4` for a reviewer, and of viem's `signTypedData`. */
function approval(given: ModuleApproval): ApprovalTypedData {
	check(given, MODULE_FIELDS.approval);
	const { chainId, ...fields } = given;
	const message = Object.fromEntries(
		APPROVAL_FIELDS.map(({ name }) => [name, fields[name as keyof typeof fields]]),
	);
	return {
		domain: { name: "CourtRecoveryModule", version: "1", chainId, verifyingContract: moduleAddress },
		types: { EIP712Domain: DOMAIN_FIELDS, Approval: APPROVAL_FIELDS },
		primaryType: "Approval",
		message,
	};
}

/** Reads an account's configuration. */
function read(account: string): ModuleRead<ReadConfiguration> {
	check({ account }, MODULE_FIELDS.account);
	return { call: callOf("configurationOf", [account]), decode: decodeConfiguration };
}

/** Reads the state of a recovery. */
function readStatus(given: { account: string; jrcHash: string }): ModuleRead<RecoveryStatus> {
	check(given, MODULE_FIELDS.recovery);
	return { call: callOf("statusOf", [given.account, given.jrcHash]), decode: decodeStatus };
}

/** Anybody's transaction that puts the module on a chain, at `moduleAddress`. It fails where the module is there already. */
function deploy(): ModuleCall {
	return { to: deployerAddress, data: `${moduleSalt}${creationCode.slice(2)}` };
}

function decodeConfiguration(result: string): ReadConfiguration {
	const digits = result.slice(2).toLowerCase();
	const generation = uintAt({ digits, start: 0 }, 1);
	// The tuple begins behind its offset and the generation.
	const tuple = { digits, start: 2 * WORD_DIGITS };
	const [threshold, delay, expiry] = [1, 3, 4].map((index) => uintAt(tuple, index));
	const [reviewers, vetoers] = [0, 2].map((index) => uintsAt(tuple, index)?.map(addressOf));
	if (reviewers === undefined || vetoers === undefined || expiry === undefined) throw unreadable();
	return {
		reviewers,
		threshold: Number(threshold),
		vetoers,
		delaySeconds: Number(delay),
		expirySeconds: Number(expiry),
		generation: Number(generation),
	};
}

function decodeStatus(result: string): RecoveryStatus {
	const tuple = { digits: result.slice(2).toLowerCase(), start: 0 };
	const [state, ...numbers] = [0, 1, 2, 3, 4, 5].map((index) => Number(uintAt(tuple, index)));
	const [round = 0, readyAt = 0, endsAt = 0, vetoes = 0, wasDelayed] = numbers;
	const name = STATES[state ?? Number.NaN];
	if (name === undefined || wordAt(tuple, 5) === undefined) throw unreadable();
	return { state: name, round, readyAt, endsAt, vetoes, wasDelayed: wasDelayed === 1 };
}

function unreadable(): RangeError {
	return new RangeError(`the result is not of the module: is it deployed at ${moduleAddress} on this chain?`);
}

const WORD_DIGITS = 64;

function addressOf(word: bigint): string {
	const digits = word.toString(16).padStart(WORD_DIGITS, "0");
	return addresses.toChecksumAddress(addressAt({ digits, start: 0 }, 0) ?? "");
}

function intentOf({ rec, txs }: Input<RecoveryIntent>) {
	const { lostAccount, recoveryAccount, chainId, reasonForRecovery } = rec;
	return { lostAccount, recoveryAccount, chainId, reasonForRecovery, txs };
}

/** @throws RangeError for an address that is there twice */
function ascending(list: readonly string[]): string[] {
	const sorted = [...list].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
	const twice = sorted.find((address, i) => address.toLowerCase() === sorted[i + 1]?.toLowerCase());
	if (twice !== undefined) throw new RangeError(`${twice} is there twice`);
	return sorted;
}

function callOf(name: FunctionName, values: readonly unknown[]): ModuleCall {
	const found = moduleAbi.find((item) => item.type === "function" && item.name === name);
	return { to: moduleAddress, data: dataOf(found as AbiFunction, values) };
}

function dataOf({ name, inputs }: AbiFunction, values: readonly unknown[]): Hex {
	const signature = `${name}(${inputs.map(canonicalType).join(",")})`;
	const selector = bytesToHex(hashes.keccak256Utf8(signature)).slice(0, 10);
	return `${selector as Hex}${encodeArguments(inputs, values)}`;
}

/** @throws RangeError */
function check(value: unknown, fields: Fields): void {
	const problem = inSentence(faultsOf(value, fields, addresses.hasValidChecksum), "the call");
	if (problem !== undefined) throw new RangeError(problem);
}
