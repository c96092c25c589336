/** What an operator is told of a rotation of the key-encryption key: above all, whether old versions may go. */

type Resealed = {
	done: number;
	failed: number;
	/** The oldest version that anything is under now; null where nothing is sealed at all. */
	keyVersion: number | null;
};

/** A line each. */
export function resealReport({ done, failed, keyVersion }: Resealed): string[] {
	if (failed > 0) {
		return [
			`${failed} of ${done + failed} webhook endpoints and documents could not be sealed anew; the service's log names them (event "reseal").`,
			"Keep every version of KEY_ENCRYPTION_KEYS, and run this again.",
		];
	}
	if (keyVersion === null) {
		return ["Done: nothing is sealed. Every version of KEY_ENCRYPTION_KEYS but the newest may be removed."];
	}
	const isLowest = keyVersion === 1;
	return [
		`Done: the secrets and keys of ${done} webhook endpoints and documents are sealed under version ${keyVersion} of KEY_ENCRYPTION_KEYS.`,
		...(isLowest ? [] : [`Versions before ${keyVersion} may be removed now.`]),
		`If you have added a version after ${keyVersion}, the service did not know it everywhere yet: keep all of them, wait a minute, and run this again.`,
	];
}
