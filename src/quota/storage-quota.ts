/**
 * Keeps what is stored on signatures that pages bring within a quota of their origin (auth.md "Principals", ADR 28):
 * the header of an origin can be forged outside browsers and wallets cost nothing, so a signature bounds nothing; and
 * what the sessions of wallets bring, which cost a signature each, within one of their client's network (ADR 32). What a
 * developer's credential brings is not counted, and not held up.
 */
import { createHmac } from "node:crypto";
import type { Peppers } from "../kernel/pepper.ts";
import { NETWORK_SHARE } from "./origin-quota.ts";
import type { OriginAllowance } from "./origin-quota-port.ts";

/** The rows of a call, beside a signature: a profile, what was signed or added, a partner, history, audit. */
const ROWS_BYTES = 16 * 1024;
const SECOND_MS = 1000;

/** `by`: whose allowance is used up. */
export type StorageFull = { kind: "origin_full"; by: "page" | "session"; retryAfterSeconds: number };

type Storing = {
	/** A developer's credential, a page, or a session of a wallet. */
	caller: { kind: "developer" } | { kind: "origin"; origin: string } | { kind: "wallet" };
	/** As the request gives it. */
	clientAddress: string;
	/** Where something was signed. */
	signature?: string;
	/** Unix milliseconds. */
	now: number;
};

/**
 * Runs what is to store something if there is room for it, and gives the room back where it has stored nothing. What
 * throws keeps it: nobody knows what was stored, and a day gives it back too.
 * @param hasStored whether an answer of `run` means that something was stored
 */
export type WithinStorageRoom = <A extends { kind: string }>(
	request: Storing & { fileBytes?: number },
	run: () => Promise<A>,
	hasStored: (answer: A) => boolean,
) => Promise<A | StorageFull>;

export function createStorageRoom(ports: {
	allowance: OriginAllowance;
	peppers: Peppers;
	/** The setting. */
	bytesPerDay: number;
}): WithinStorageRoom {
	const { allowance, peppers, bytesPerDay } = ports;

	/** An address is personal, and is kept for nobody to read. */
	function nameOf(network: string): string {
		const key = peppers.keyFor("origin-network", peppers.currentVersion);
		if (!key) throw new Error("the current pepper is not configured");
		return createHmac("sha256", key).update(network).digest("hex");
	}

	return async ({ caller, clientAddress, signature = "", now, fileBytes = 0 }, run, hasStored) => {
		if (caller.kind === "developer") return run();
		const network = nameOf(clientAddress);
		const isPage = caller.kind === "origin";
		const use = {
			holder: isPage ? { origin: caller.origin } : { sessionsAt: network },
			network,
			bytes: ROWS_BYTES + signature.length + fileBytes,
			// The one network that sessions are counted for has all that an origin has.
			perDay: isPage ? bytesPerDay : bytesPerDay / NETWORK_SHARE,
			now,
		};
		const used = await allowance.use(use);
		if (used.kind === "short") {
			const retryAfterSeconds = Math.ceil(used.waitMs / SECOND_MS);
			return { kind: "origin_full", by: isPage ? "page" : "session", retryAfterSeconds };
		}
		const answer = await run();
		// What could not be given back now, a day gives back.
		if (!hasStored(answer)) await allowance.restore(use).catch(() => undefined);
		return answer;
	};
}
