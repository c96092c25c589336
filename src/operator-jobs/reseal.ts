/**
 * The maintenance job of `npm run rotate-kek`. Once it has begun, no row is written under an older key
 * (`src/db/sealed-under.ts`).
 */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "./walk.ts";

/** A document takes four of an invocation's thousand calls, and `reindex` may run too. */
const MAX_PAGES = 1;

/** `keyVersion`: the version after the call. */
export type Reseal = (id: string) => Promise<{ kind: "resealed"; keyVersion: number } | { kind: "gone" }>;

export type ResealJobs = MaintenanceJobs & {
	note(id: string, keyVersion: number): Promise<void>;
};

/**
 * Continues the oldest job. Counts and logs failures; a deleted item counts as done.
 * @param now unix milliseconds
 */
export async function continueReseal(
	now: number,
	jobs: ResealJobs,
	reseal: Reseal,
	{ maxPages = MAX_PAGES, ...options }: WalkOptions = {},
): Promise<void> {
	const walk = {
		nameOf: (id: string) => ({ event: "reseal" as const, id }),
		async visit(id: string, { keyVersion }: { keyVersion: number | null }) {
			const wanted = keyVersion ?? 0;
			const result = await reseal(id);
			const reached = result.kind === "resealed" ? result.keyVersion : wanted;
			await jobs.note(id, reached);
			if (reached < wanted) throw new Error(`still under key version ${reached}`);
		},
	};
	await continueWalk(now, jobs, walk, { ...options, maxPages });
}
