/**
 * The maintenance job of `npm run rotate-kek`: seals webhook secrets and document keys again that are under an older
 * key-encryption key. Once the job has begun, no row is written under an older key (`src/db/sealed-under.ts`) and no
 * endpoint accepts an older secret, so nothing is added behind the job's position.
 */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "../../maintenance/walk.ts";

/** A document takes four calls, and `reindex` may run in the same invocation, which may make a thousand calls. */
const MAX_PAGES = 1;

/** Seals an endpoint's secrets, or a document's key, again. `keyVersion`: of the key that it is under now. */
export type Reseal = (id: string) => Promise<{ kind: "resealed"; keyVersion: number } | { kind: "gone" }>;

export type ResealJobs = MaintenanceJobs & {
	/** Stores the key version that an endpoint or document is under. */
	note(id: string, keyVersion: number): Promise<void>;
};

/**
 * Continues the oldest job, if there is one. An endpoint or document that cannot be sealed again is counted, logged and
 * left as it is. One that was deleted counts as done.
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
			const result = await reseal(id);
			const reached = result.kind === "resealed" ? result.keyVersion : wanted;
			await jobs.note(id, reached);
			if (reached < wanted) throw new Error(`still under key version ${reached}`);
		},
	};
	await continueWalk(now, jobs, walk, { ...options, maxPages });
}
