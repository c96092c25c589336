/** What an operator is told of a rotation of the key-encryption key: above all, whether old versions may go. */

type Resealed = {
	/** Sealed anew, by this job. */
	done: number;
	/** Counted at the end: what is under an older version still. */
	failed: number;
	/** The version that was sealed to; null where the job has not begun. */
	keyVersion: number | null;
};

/** A line each. */
export function resealReport({ done, failed, keyVersion }: Resealed): string[] {
	if (failed > 0 || keyVersion === null) {
		return [
			`${failed} webhook endpoints and documents are still under a version before ${keyVersion}; the service's log names those that could not be sealed anew (event "reseal").`,
			"Keep every version of KEY_ENCRYPTION_KEYS, and run this again.",
		];
	}
	return [
		`Done: ${done} webhook endpoints and documents were sealed anew. None is left that is under another version than ${keyVersion} of KEY_ENCRYPTION_KEYS or a later one, and none can come.`,
		...(keyVersion === 1 ? [] : [`Versions before ${keyVersion} may be removed now.`]),
		`If you have added a version after ${keyVersion}, the service did not know it everywhere yet: keep all of them, wait a minute, and run this again.`,
	];
}
