/** Writes a path such as `$.history[2].entry.at`. */
export function jsonPath(root: string, steps: readonly PropertyKey[]): string {
	return steps.reduce<string>(
		(path, step) => (typeof step === "number" ? `${path}[${step}]` : `${path}.${String(step)}`),
		root,
	);
}

/** The deepest paths at which two values differ. Lists arrays of different lengths as a whole. */
export function jsonDifferences(expected: unknown, given: unknown, path: string): string[] {
	if (expected === given) return [];
	if (Array.isArray(expected) && Array.isArray(given)) {
		if (expected.length !== given.length) return [path];
		return expected.flatMap((value, place) => jsonDifferences(value, given[place], `${path}[${place}]`));
	}
	if (isRecord(expected) && isRecord(given)) {
		const keys = new Set([...Object.keys(expected), ...Object.keys(given)]);
		return [...keys].flatMap((key) => jsonDifferences(expected[key], given[key], jsonPath(path, [key])));
	}
	return [path];
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
