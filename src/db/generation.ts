/**
 * The generation of the stored data. Only a breaking migration raises it, in D1 and here; any build may serve a newer
 * schema otherwise (operations.md "Upgrading and rolling back").
 */

/** The newest generation that this build can serve. */
export const SCHEMA_GENERATION = 1;

/** @param required the generation in D1; undefined if it is unknown */
export function isTooOld(required: number | undefined, build = SCHEMA_GENERATION): required is number {
	return required !== undefined && required > build;
}

export function tooOldMessage(required: number, build = SCHEMA_GENERATION): string {
	return (
		`This build is too old for its data: it serves schema generation ${build}, and the data needs generation ${required} or later. ` +
		'Start a newer build, or restore the data from before the upgrade (docs/operations.md "Upgrading and rolling back").'
	);
}
