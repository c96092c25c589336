/**
 * Counts refused credentials and accesses, and the sessions of visitors (auth.md "Refusals"). Anybody can cause them
 * without end, so a request only adds to a count in memory. The counts are written after the response, every few
 * seconds, as one statement.
 */
import { log } from "../kernel/log.ts";
import type { AuditAction } from "./audit-event.ts";

const COUNTED_ACTIONS = [
	"access.refused",
	// A visitor of a hosted link's address gets one, also of a guessed address.
	"anonymous_session.issued",
	"api_key.refused",
	"evidence_link.refused",
	"session_token.refused",
	"wallet_session.refused",
] as const satisfies readonly AuditAction[];

export const isCounted = (action: AuditAction): boolean =>
	COUNTED_ACTIONS.some((counted) => counted === action);

/** One row of `audit_events`: an action from one client network within an hour. Ids are those of the newest refusal. */
export type RefusalCount = {
	/** Of the first refusal, in unix milliseconds. */
	at: number;
	action: AuditAction;
	actor: string | null;
	target: string | null;
	requestId: string;
	ipHash: string;
	/** Hours since 1970. */
	hour: number;
	count: number;
};

export type Refusal = Omit<RefusalCount, "hour" | "count">;

/** The `ipHash` of networks that exceed a limit, counted together. */
export const MANY_NETWORKS = "many";

/** A waitUntil() may last for thirty seconds. */
const FLUSH_AFTER_MS = 5_000;
/** Per isolate and flush. */
const MAX_COUNTS = 100;

export const HOUR_MS = 60 * 60 * 1_000;

type Ports = {
	write: (counts: readonly RefusalCount[]) => Promise<void>;
	runLater: (work: Promise<unknown>) => void;
	wait: (milliseconds: number) => Promise<unknown>;
};

export function createRefusalCounter({ write, runLater, wait }: Ports) {
	let counts = new Map<string, RefusalCount>();
	let flushingSince = Number.NEGATIVE_INFINITY;

	function add(counted: RefusalCount): void {
		const ofNetwork = nameOf(counted);
		const isFull = counts.size >= MAX_COUNTS && !counts.has(ofNetwork);
		const added = isFull ? { ...counted, ipHash: MANY_NETWORKS, actor: null, target: null } : counted;
		const name = nameOf(added);
		const before = counts.get(name);
		counts.set(name, before ? { ...added, at: before.at, count: before.count + added.count } : added);
	}

	async function flush(): Promise<void> {
		await wait(FLUSH_AFTER_MS);
		const written = [...counts.values()];
		counts = new Map();
		flushingSince = Number.NEGATIVE_INFINITY;
		try {
			await write(written);
		} catch (cause) {
			// The next refusal starts another flush.
			for (const counted of written) add(counted);
			log.error("refusals-not-written", { counts: written.length, cause });
		}
	}

	/** Does no I/O. */
	function note(refusal: Refusal): void {
		const { at } = refusal;
		add({ ...refusal, hour: Math.floor(at / HOUR_MS), count: 1 });
		// The platform may end a flush before it has written.
		if (at - flushingSince < 2 * FLUSH_AFTER_MS) return;
		flushingSince = at;
		runLater(flush());
	}

	return { note };
}

const nameOf = ({ hour, action, ipHash }: RefusalCount) => `${hour}\0${action}\0${ipHash}`;
