import type { Hex } from "../../kernel/encoding/hex.ts";
import type { Call } from "../../protocol/intent.ts";
import { type ExpectedCall, expectedCallOf, type IsAllowedCaller } from "./match-calls.ts";
import type { ModuleClaim } from "./module-execution.ts";
import type { ChainProofGrade } from "./observed-call.ts";

export type RecoveryAgent = {
	readonly chainId: number;
	readonly agent: string;
	/** Targets for which the agent's calls count. */
	readonly dests: readonly string[] | "*";
};

export type ExecutionClaim = {
	readonly chainId: number;
	readonly lostAccount: string;
	readonly jrcHash: string;
	/** In order. */
	readonly txs: readonly Call[];
	/** In any order; repeated hashes are ignored. */
	readonly txHashes: readonly Hex[];
	readonly agents: readonly RecoveryAgent[];
	/** The weakest accepted grade. */
	readonly minProof: ChainProofGrade;
	/** null to use the node's `finalized` tag. */
	readonly confirmations: number | null;
	/** Unix milliseconds; becomes `confirmedAt`. */
	readonly now: number;
};

export type ClaimRules = {
	readonly expected: readonly ExpectedCall[];
	readonly isAllowedCaller: IsAllowedCaller;
	readonly accounts: readonly string[];
	readonly minProof: ChainProofGrade;
	readonly module: ModuleClaim;
};

export function claimRulesOf(claim: ExecutionClaim): ClaimRules {
	const { chainId, lostAccount, jrcHash, txs, agents, minProof } = claim;
	const expected = txs.map(expectedCallOf);
	const owner = lostAccount.toLowerCase();
	const targets = new Set(expected.map(({ to }) => to));
	const destsByAgent = mergeAgents(agents.filter((entry) => entry.chainId === chainId));
	const isAllowedCaller: IsAllowedCaller = (caller, to) => {
		const dests = destsByAgent.get(caller);
		return caller === owner || dests === "*" || dests?.has(to) === true;
	};
	const relevantAgents = [...destsByAgent.keys()].filter((agent) =>
		[...targets].some((to) => isAllowedCaller(agent, to)),
	);
	return {
		...{ expected, isAllowedCaller, minProof },
		accounts: [...new Set([owner, ...relevantAgents])],
		module: { account: owner, jrcHash, expected },
	};
}

function mergeAgents(agents: readonly RecoveryAgent[]): Map<string, ReadonlySet<string> | "*"> {
	const destsByAgent = new Map<string, ReadonlySet<string> | "*">();
	for (const { agent, dests } of agents) {
		const key = agent.toLowerCase();
		const known = destsByAgent.get(key) ?? [];
		if (known === "*" || dests === "*") destsByAgent.set(key, "*");
		else destsByAgent.set(key, new Set([...known, ...dests.map((dest) => dest.toLowerCase())]));
	}
	return destsByAgent;
}
