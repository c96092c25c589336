/**
 * The calls, results and events of CourtRecoveryModule (recovery-module.md), for the service, its pages and the SDK. Values
 * have their right form already: who takes them from strangers checks them before.
 */
import type { ChecksumAddresses } from "../../kernel/crypto/checksum-address.ts";
import type { HashFunctions } from "../../kernel/crypto/hash-functions.ts";
import { type AbiParameter, canonicalType, encodeArguments } from "../../kernel/encoding/abi-encoder.ts";
import { addressAt, uintAt, uintsAt, WORD_DIGITS, wordAt } from "../../kernel/encoding/abi-reader.ts";
import { bytesToHex, type Hex } from "../../kernel/encoding/hex.ts";
import { lazy } from "../../kernel/once.ts";
import { moduleAddress } from "./court-recovery-module.ts";

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

/** An event of an account. Addresses and the hash in lower case, times in unix seconds. */
export type ModuleEvent =
	/** A new generation ends all that was signed or scheduled. */
	{ kind: "reset"; account: string; generation: number } | RecoveryEvent;
type RecoveryEvent = { account: string; jrcHash: Hex } & (
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

const of = (type: string, ...names: string[]): AbiParameter[] => names.map((name) => ({ name, type }));
const tuple = (name: string, components: AbiParameter[], list: "" | "[]" = ""): AbiParameter => ({
	...{ name, type: `tuple${list}`, components },
});

const INTENT = tuple("intent", [
	...of("address", "lostAccount", "recoveryAccount"),
	...of("uint256", "chainId"),
	...of("string", "reasonForRecovery"),
	tuple("txs", [...of("address", "dest"), ...of("uint256", "value"), ...of("bytes", "data")], "[]"),
]);
/** The functions that are called, without the rest of the ABI, which is too large for the Worker. */
const FUNCTIONS = {
	enableModule: of("address", "module"),
	configure: [
		tuple("configuration", [
			...of("address[]", "reviewers"),
			...of("uint256", "threshold"),
			...of("address[]", "vetoers"),
			...of("uint256", "delay", "expiry"),
		]),
	],
	remove: [],
	schedule: [
		INTENT,
		...of("uint256", "notBefore", "deadline"),
		tuple("signatures", [...of("address", "reviewer"), ...of("bytes", "data")], "[]"),
	],
	veto: [...of("address", "account"), ...of("bytes32", "jrcHash")],
	vetoAll: of("address", "account"),
	execute: [INTENT],
	configurationOf: of("address", "account"),
	statusOf: [...of("address", "account"), ...of("bytes32", "jrcHash")],
} satisfies Record<string, readonly AbiParameter[]>;

const EVENTS = {
	"Scheduled(address,bytes32,uint256,uint256,uint256,uint256)": "scheduled",
	"Delayed(address,bytes32,address,uint256,uint256)": "delayed",
	"Vetoed(address,bytes32,address,uint256)": "vetoed",
	"Executed(address,bytes32,uint256)": "executed",
	"Configured(address,uint256,(address[],uint256,address[],uint256,uint256))": "reset",
	"Removed(address,uint256)": "reset",
	"AllVetoed(address,uint256,address)": "reset",
} as const;

type FunctionName = keyof typeof FUNCTIONS;

export function createModuleCalls(
	{ keccak256Utf8 }: Pick<HashFunctions, "keccak256Utf8">,
	{ toChecksumAddress }: Pick<ChecksumAddresses, "toChecksumAddress">,
) {
	const dataOf = (name: FunctionName, values: readonly unknown[]): Hex => {
		const inputs: readonly AbiParameter[] = FUNCTIONS[name];
		const hash = bytesToHex(keccak256Utf8(`${name}(${inputs.map(canonicalType).join(",")})`));
		return `${hash.slice(0, 10) as Hex}${encodeArguments(inputs, values)}`;
	};
	const callOf = (name: FunctionName, values: readonly unknown[]): ModuleCall => ({
		to: moduleAddress,
		data: dataOf(name, values),
	});
	const kinds = lazy(
		() =>
			new Map<string, ModuleEvent["kind"]>(
				Object.entries(EVENTS).map(([event, kind]) => [bytesToHex(keccak256Utf8(event)), kind]),
			),
	);
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
				{ to: account as Hex, data: dataOf("enableModule", [moduleAddress]) },
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
		veto: vetoCall,
		vetoAll: (account: string) => callOf("vetoAll", [account]),
		execute: (intent: ModuleIntent) => callOf("execute", [intentOf(intent)]),
		read: (account: string): ModuleRead<ReadConfiguration> => ({
			call: callOf("configurationOf", [account]),
			decode: decodeConfiguration,
		}),
		readStatus: ({ account, jrcHash }: { account: string; jrcHash: string }): ModuleRead<RecoveryStatus> => ({
			call: callOf("statusOf", [account, jrcHash]),
			decode: decodeStatus,
		}),
		/** Reads a log of the module. Null for a vote, and for an event that is about no account. */
		readEvent({ topics, data }: { topics: readonly string[]; data: string }): ModuleEvent | null {
			const kind = kinds().get(topics[0] ?? "");
			const [account, jrcHash, third] = topics.slice(1);
			if (kind === undefined || account === undefined || jrcHash === undefined) return null;
			if (kind === "reset")
				return { kind, account: lastTwenty(account), generation: Number(BigInt(jrcHash)) };
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

/** veto(address,bytes32): pages make the call without a hash function. */
const VETO_SELECTOR = "0x5bd196f0";

/** The call by which the account or enough reviewers stop a recovery, or one reviewer or vetoer delays it. */
export function vetoCall({ account, jrcHash }: { account: string; jrcHash: string }): ModuleCall {
	return {
		to: moduleAddress,
		data: `${VETO_SELECTOR}${encodeArguments(FUNCTIONS.veto, [account, jrcHash])}`,
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
