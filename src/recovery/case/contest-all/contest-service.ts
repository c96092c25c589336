/** recovery.md "Contests of all cases". */

import type { SignatureRejection } from "../../../chain/signature-verifier.ts";
import { typedDataDigest } from "../../../chain/typed-data-digest.ts";
import { judgeDeadline } from "../../../kernel/deadline.ts";
import { bytesToHex, type Hex } from "../../../kernel/hex.ts";
import { MAX_CONTEST_DEADLINE_SECONDS, PACE, STANDING_MS } from "../../../protocol/contest-all.ts";
import type { Payer } from "../../../quota/bills.ts";
import type { BudgetExhausted, Budgets } from "../../../quota/budgets.ts";
import type { VerifySignature } from "../../../quota/node-requests.ts";
import { contestAllDigest } from "../../intent/typed-data.ts";
import type { ContestOwner, StoredContest } from "./contests.d1.ts";
import { type ContestPorts, deliverContests } from "./deliver-contests.ts";

const SECOND_MS = 1000;

type ContestAllRequest = {
	/** In any letter case. */
	account: string;
	chainId: number;
	nonce: Hex;
	/** Unix seconds. */
	deadline: number;
	signature: Hex;
	clientAddress: string;
	now: number;
};

/** The client's network pays, because anybody may send the message. */
const NOBODY: Payer = { kind: "nobody" };

export type ContestAllResult =
	| { kind: "accepted"; contest: StoredContest }
	| { kind: "invalid_deadline"; reason: "passed" | "too_far" }
	| { kind: "nonce_used" }
	| { kind: "too_often"; retryAfterSeconds: number }
	| BudgetExhausted
	| SignatureRejection;

export type ContestService = ReturnType<typeof createContestService>;

export function createContestService(
	ports: ContestPorts & {
		verifySignature: VerifySignature;
		budgets: Pick<Budgets, "within">;
		runLater: (work: Promise<unknown>) => void;
	},
) {
	const { contests, verifySignature, budgets, runLater } = ports;

	/** The same message again gets the same result, also after its deadline. */
	async function contestAll(request: ContestAllRequest): Promise<ContestAllResult> {
		const { chainId, deadline, signature, clientAddress, now } = request;
		const account = request.account.toLowerCase();
		const nonce = request.nonce.toLowerCase() as Hex;
		const signed = typedDataDigest(chainId, (chainId) =>
			contestAllDigest({ chainId, account, nonce, deadline }),
		);
		const { digest } = signed;
		const known = await contests.find(bytesToHex(digest));
		if (known?.signature === signature) return { kind: "accepted", contest: known };
		const judged = known ? "valid" : judgeDeadline(deadline, now, MAX_CONTEST_DEADLINE_SECONDS);
		if (judged !== "valid") return { kind: "invalid_deadline", reason: judged };
		const verdict = await verifySignature({
			...{ ...signed, signer: account, signature },
			by: { payer: NOBODY, clientAddress },
			protective: "if_named",
		});
		if (verdict.kind !== "valid") return verdict;
		if (known) return { kind: "accepted", contest: known };
		const store = async (): Promise<ContestAllResult> => {
			const acceptance = await contests.accept({
				digest: bytesToHex(digest),
				...{ account, chainId, nonce, deadline, signature },
				proof: JSON.stringify(verdict.proof),
				acceptedAt: now,
				endsAt: now + STANDING_MS,
			});
			if (acceptance.kind !== "too_often") return acceptance;
			return { kind: "too_often", retryAfterSeconds: waitSeconds(acceptance.since, now) };
		};
		const result = await budgets.within(
			{ payer: NOBODY, clientAddress, costs: { contests: 1 }, now },
			store,
			({ kind }) => kind === "accepted",
		);
		// The cron handler delivers the rest, and everything if this fails.
		if (result.kind === "accepted") {
			runLater(deliverContests(now, ports, result.contest.digest).catch(() => undefined));
		}
		return result;
	}

	/** Newest first. */
	function standing(owner: ContestOwner, now: number): Promise<StoredContest[]> {
		return contests.standing(owner, now);
	}

	/** Cases that the contest has moved stay as they are. Undefined if the account has no such contest. */
	function revoke(owner: ContestOwner, digest: Hex, now: number): Promise<StoredContest | undefined> {
		return contests.revoke(owner, digest.toLowerCase(), now);
	}

	return { contestAll, standing, revoke };
}

/** Until the first of the paced contests is old enough. */
function waitSeconds(since: number, now: number): number {
	return Math.max(1, Math.ceil((since + PACE.withinMs - now) / SECOND_MS));
}
