/** Reports a rotation of the key-encryption key, and above all which old versions may be removed. */

type Resealed = {
	/** Number of objects that this job has sealed again. */
	done: number;
	/** Number of objects still under an older version, counted at the end. */
	failed: number;
	/** The version sealed to; null before the job has begun. */
	keyVersion: number | null;
};

/** A line each. */
export function resealReport({ done, failed, keyVersion }: Resealed): string[] {
	if (failed > 0 || keyVersion === null) {
		return [
			`${failed} webhook endpoints and documents are still sealed under a version before ${keyVersion}. The service's log names those that failed (event "reseal").`,
			"Keep every version of KEY_ENCRYPTION_KEYS, and run this command again.",
		];
	}
	return [
		`Done: ${done} webhook endpoints and documents were resealed. Everything is now sealed under version ${keyVersion} of KEY_ENCRYPTION_KEYS or a later one.`,
		...(keyVersion === 1 ? [] : [`Versions before ${keyVersion} may be removed now.`]),
		`If you have added a version after ${keyVersion}, it had not reached every instance yet. Keep all versions, wait a minute, and run this command again.`,
	];
}
