/**
 * The calls, results and events of CourtRecoveryModule (recovery-module.md), for the service, its pages and the SDK. Values
 * have their right form already: who takes them from strangers checks them before.
 */
import type { ChecksumAddresses } from "../../kernel/crypto/checksum-address.ts";
import type { HashFunctions } from "../../kernel/crypto/hash-functions.ts";
import { addressAt, uintAt, uintsAt, WORD_DIGITS, wordAt } from "../../kernel/encoding/abi-reader.ts";
import { bytesToHex, type Hex } from "../../kernel/encoding/hex.ts";
import { lazy } from "../../kernel/once.ts";
import { type AbiParameter, canonicalType, encodeArguments } from "./abi-encoder.ts";
import { moduleAbi, moduleAddress } from "./court-recovery-module.ts";

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

/** An event about one recovery. Addresses and the hash in lower case, times in unix seconds. */
export type ModuleEvent = { account: string; jrcHash: Hex } & (
	| { kind: "scheduled"; generation: number; round: number; readyAt: number; endsAt: number }
	| { kind: "delayed"; by: string; readyAt: number; endsAt: number }
	/** `round`: that of the next approvals. */
	| { kind: "vetoed"; by: string; round: number }
	| { kind: "executed"; generation: number }
);

/** The parts of an intent that the module hashes. */
export type ModuleIntent = {
	rec: { lostAccount: string; recoveryAccount: string; chainId: number; reasonForRecovery: string };
	txs: readonly { dest: string; value: string | bigint; data: string }[];
};

/** In the order of the contract's enumeration. */
export const MODULE_STATES = ["unknown", "waiting", "ready", "expired", "vetoed", "executed"] as const;

const ENABLE_MODULE: AbiFunction = { name: "enableModule", inputs: [{ name: "module", type: "address" }] };
const EVENTS = {
	Scheduled: "scheduled",
	Delayed: "delayed",
	Vetoed: "vetoed",
	Executed: "executed",
} as const;

type AbiFunction = { readonly name: string; readonly inputs: readonly AbiParameter[] };
type FunctionName = Extract<(typeof moduleAbi)[number], { type: "function" }>["name"];

export type ModuleCalls = ReturnType<typeof createModuleCalls>;

export function createModuleCalls(
	{ keccak256Utf8 }: Pick<HashFunctions, "keccak256Utf8">,
	{ toChecksumAddress }: Pick<ChecksumAddresses, "toChecksumAddress">,
) {
	const signatureHash = ({ name, inputs }: AbiFunction): Hex =>
		bytesToHex(keccak256Utf8(`${name}(${inputs.map(canonicalType).join(",")})`));
	const dataOf = (called: AbiFunction, values: readonly unknown[]): Hex =>
		`${signatureHash(called).slice(0, 10) as Hex}${encodeArguments(called.inputs, values)}`;
	const callOf = (name: FunctionName, values: readonly unknown[]): ModuleCall => {
		const found = moduleAbi.find((item) => item.type === "function" && item.name === name);
		return { to: moduleAddress, data: dataOf(found as AbiFunction, values) };
	};
	const kinds = lazy(() => {
		const known = moduleAbi.flatMap((item) =>
			item.type === "event" && item.name in EVENTS
				? [[signatureHash(item), EVENTS[item.name as keyof typeof EVENTS]] as const]
				: [],
		);
		return new Map<string, ModuleEvent["kind"]>(known);
	});
	const addressOf = (word: bigint) =>
		toChecksumAddress(addressAt({ digits: word.toString(16).padStart(WORD_DIGITS, "0"), start: 0 }, 0) ?? "");

	/** @throws RangeError for a result of another contract */
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

	return {
		/** `enableModule` of the Safe itself, and `configure`, for one MultiSend. Lists in any order. */
		configure({
			account,
			...configuration
		}: ModuleConfiguration & { account: string }): [ModuleCall, ModuleCall] {
			const {
				reviewers,
				threshold,
				vetoers = [],
				delaySeconds: delay,
				expirySeconds: expiry,
			} = configuration;
			const argument = {
				...{ reviewers: ascending(reviewers), vetoers: ascending(vetoers) },
				...{ threshold, delay, expiry },
			};
			return [
				{ to: account as Hex, data: dataOf(ENABLE_MODULE, [moduleAddress]) },
				callOf("configure", [argument]),
			];
		},
		remove: () => callOf("remove", []),
		/** Approvals in any order. */
		schedule({
			intent,
			notBefore,
			deadline,
			approvals,
		}: {
			intent: ModuleIntent;
			notBefore: number;
			deadline: number;
			approvals: readonly { reviewer: string; signature: string }[];
		}): ModuleCall {
			const byReviewer = new Map(
				approvals.map(({ reviewer, signature }) => [reviewer.toLowerCase(), signature]),
			);
			const signatures = ascending(approvals.map(({ reviewer }) => reviewer)).map((reviewer) => ({
				reviewer,
				data: byReviewer.get(reviewer.toLowerCase()),
			}));
			return callOf("schedule", [intentOf(intent), notBefore, deadline, signatures]);
		},
		veto: ({ account, jrcHash }: { account: string; jrcHash: string }) => callOf("veto", [account, jrcHash]),
		execute: (intent: ModuleIntent) => callOf("execute", [intentOf(intent)]),
		read: (account: string): ModuleRead<ReadConfiguration> => ({
			call: callOf("configurationOf", [account]),
			decode: decodeConfiguration,
		}),
		readStatus: ({ account, jrcHash }: { account: string; jrcHash: string }): ModuleRead<RecoveryStatus> => ({
			call: callOf("statusOf", [account, jrcHash]),
			decode: decodeStatus,
		}),
		/** Reads a log of the module. Null for an event that is about no recovery. */
		readEvent({ topics, data }: { topics: readonly string[]; data: string }): ModuleEvent | null {
			const kind = kinds().get(topics[0] ?? "");
			const [account, jrcHash, third] = topics.slice(1);
			if (kind === undefined || account === undefined || jrcHash === undefined) return null;
			const words = { digits: data.slice(2), start: 0 };
			const [first = 0, second = 0, readyAt = 0, endsAt = 0] = [0, 1, 2, 3].map((at) =>
				Number(uintAt(words, at) ?? 0),
			);
			const of = { account: lastTwenty(account), jrcHash: jrcHash as Hex };
			const by = lastTwenty(third ?? "");
			switch (kind) {
				case "scheduled":
					return { ...of, kind, generation: first, round: second, readyAt, endsAt };
				case "delayed":
					return { ...of, kind, by, readyAt: first, endsAt: second };
				case "vetoed":
					return { ...of, kind, by, round: first };
				case "executed":
					return { ...of, kind, generation: first };
			}
		},
	};
}

const lastTwenty = (topic: string) => `0x${topic.slice(-40)}`;

function decodeStatus(result: string): RecoveryStatus {
	const tuple = { digits: result.slice(2).toLowerCase(), start: 0 };
	const [state, ...numbers] = [0, 1, 2, 3, 4, 5].map((index) => Number(uintAt(tuple, index)));
	const [round = 0, readyAt = 0, endsAt = 0, vetoes = 0, wasDelayed] = numbers;
	const name = MODULE_STATES[state ?? Number.NaN];
	if (name === undefined || wordAt(tuple, 5) === undefined) throw unreadable();
	return { state: name, round, readyAt, endsAt, vetoes, wasDelayed: wasDelayed === 1 };
}

function unreadable(): RangeError {
	return new RangeError(`the result is not of the module: is it deployed at ${moduleAddress} on this chain?`);
}

function intentOf({ rec, txs }: ModuleIntent) {
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
