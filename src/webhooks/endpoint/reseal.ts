/**
 * The rotation of the key-encryption key, as work of the maintenance (`npm run rotate-kek`): whatever holds a seal
 * under an older version than the one in force is asked to seal it anew. From its first page on no row is written
 * any more that is under an older one (`src/db/sealed-under.ts`), and no endpoint takes an older secret in: so
 * nothing can come behind the job's position, and what is left at its end is counted, not concluded.
 */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "../../maintenance/walk.ts";

/**
 * A document takes four calls, so one page of these and a run of `reindex` beside it stay below the thousand that
 * an invocation may make.
 */
const MAX_PAGES = 1;

/** Has what goes by this id sealed anew: an endpoint's secrets, a document. `keyVersion`: what it is under now. */
export type Reseal = (id: string) => Promise<{ kind: "resealed"; keyVersion: number } | { kind: "gone" }>;

export type ResealJobs = MaintenanceJobs & {
	/** Writes down which version something is under. */
	note(id: string, keyVersion: number): Promise<void>;
};

/**
 * Goes on with the oldest job, if there is one. What cannot be sealed anew is counted and named in the log, stays
 * under the version that it has, and holds up none of the others. What was removed meanwhile has nothing left to
 * seal.
 * @param now unix milliseconds
 */
export async function continueReseal(
	now: number,
	jobs: ResealJobs,
	reseal: Reseal,
	{ maxPages = MAX_PAGES, ...options }: WalkOptions = {},
): Promise<void> {
	const walk = {
		nameOf: (id: string) => ({ event: "reseal", id }),
		async visit(id: string, { keyVersion }: { keyVersion: number | null }) {
			const wanted = keyVersion ?? 0;
			const answer = await reseal(id);
			const reached = answer.kind === "resealed" ? answer.keyVersion : wanted;
			await jobs.note(id, reached);
			if (reached < wanted) throw new Error(`it is under version ${reached} still`);
		},
	};
	await continueWalk(now, jobs, walk, { ...options, maxPages });
}
