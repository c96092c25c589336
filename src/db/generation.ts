/**
 * The generation of the stored data. Only a breaking migration raises it, in D1 and here; any build may serve a newer
 * schema otherwise (operations.md "Upgrading and rolling back").
 */

/** The newest generation that this build can serve. */
export const SCHEMA_GENERATION = 3;

/** What builds stored before the first release had another schema, and is of generation 1 or 2. */
const FIRST_RELEASED_GENERATION = 3;

/**
 * @param generation of the data; undefined if it is unknown
 * @returns why this build must not touch the data; undefined if it may
 */
export function generationRefusal(
	generation: number | undefined,
	build = SCHEMA_GENERATION,
): string | undefined {
	if (generation === undefined) return undefined;
	if (generation < FIRST_RELEASED_GENERATION) return UNRELEASED_DATA;
	if (generation <= build) return undefined;
	return (
		`This build is too old for its data: it serves schema generation ${build}, and the data needs generation ${generation} or later. ` +
		'Start a newer build, or restore the data from before the upgrade (docs/operations.md "Upgrading and rolling back").'
	);
}

/** Also said by objects (`durable/storage/migrate.ts`). */
export const UNRELEASED_DATA =
	"The data are from before the first release, and no build serves them. Delete them yourself (on this machine the folder .wrangler/state), and start again.";
