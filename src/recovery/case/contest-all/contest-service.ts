/** recovery.md "Contests of all cases". */

import { signatureError } from "../../../chain/errors.ts";
import { typedDataDigest } from "../../../chain/typed-data-digest.ts";
import { bytesToHex, type Hex } from "../../../kernel/encoding/hex.ts";
import { AppError, nonceUsed } from "../../../kernel/errors/app-error.ts";
import { checkDeadline } from "../../../kernel/time/deadline.ts";
import { MAX_CONTEST_DEADLINE_SECONDS, PACE, STANDING_MS } from "../../../protocol/contest-all.ts";
import type { Payer } from "../../../quota/bills.ts";
import type { Budgets } from "../../../quota/budgets.ts";
import type { IsNamed } from "../../../quota/named-accounts.d1.ts";
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

export function createContestService(
	ports: ContestPorts & {
		verifySignature: VerifySignature;
		budgets: Pick<Budgets, "within">;
		isNamed: IsNamed;
		runLater: (work: Promise<unknown>) => void;
	},
) {
	const { contests, verifySignature, budgets, isNamed, runLater } = ports;

	/** The same message again gets the same result, also after its deadline. */
	async function contestAll(request: ContestAllRequest): Promise<StoredContest> {
		const { chainId, deadline, signature, clientAddress, now } = request;
		const account = request.account.toLowerCase();
		const nonce = request.nonce.toLowerCase() as Hex;
		const signed = typedDataDigest(chainId, (chainId) =>
			contestAllDigest({ chainId, account, nonce, deadline }),
		);
		const { digest } = signed;
		const known = await contests.find(bytesToHex(digest));
		if (known?.signature === signature) return known;
		if (!known) checkDeadline(deadline, now, MAX_CONTEST_DEADLINE_SECONDS);
		const verdict = await verifySignature({
			...{ ...signed, signer: account, signature },
			by: { payer: NOBODY, clientAddress },
			protective: "if_named",
		});
		if (verdict.kind !== "valid") throw signatureError(verdict);
		if (known) return known;
		const store = async (): Promise<StoredContest> => {
			const acceptance = await contests.accept({
				digest: bytesToHex(digest),
				...{ account, chainId, nonce, deadline, signature },
				proof: JSON.stringify(verdict.proof),
				acceptedAt: now,
				endsAt: now + STANDING_MS,
			});
			if (acceptance.kind === "nonce_used") throw nonceUsed();
			if (acceptance.kind === "accepted") return acceptance.contest;
			throw new AppError({
				code: "RATE_LIMITED",
				message: `The limit of ${PACE.contests} contests of all cases of this account on this chain within an hour is reached. Nothing was stored. Retry after the time in Retry-After, or contest a case by itself.`,
				retryAfterSeconds: waitSeconds(acceptance.since, now),
			});
		};
		const isOwner = await isNamed({ chainId, address: account });
		const reserve: Payer | null = isOwner ? { kind: "owner", account: `${chainId}:${account}` } : null;
		const charge = { reserve, payer: NOBODY, clientAddress, costs: { contests: 1 }, now };
		const contest = await budgets.within(charge, store);
		// The cron handler delivers the rest, and everything if this fails.
		runLater(deliverContests(now, ports, contest.digest).catch(() => undefined));
		return contest;
	}

	/** Newest first. */
	function standing(owner: ContestOwner, now: number): Promise<StoredContest[]> {
		return contests.standing(owner, now);
	}

	/** Cases that the contest has moved stay as they are. */
	async function revoke(owner: ContestOwner, digest: Hex, now: number): Promise<StoredContest> {
		const contest = await contests.revoke(owner, digest.toLowerCase(), now);
		if (contest) return contest;
		throw new AppError({
			code: "RESOURCE_NOT_FOUND",
			message: "Your account has no such contest, or it has ended.",
		});
	}

	return { contestAll, standing, revoke };
}

/** Until the first of the paced contests is old enough. */
function waitSeconds(since: number, now: number): number {
	return Math.max(1, Math.ceil((since + PACE.withinMs - now) / SECOND_MS));
}
