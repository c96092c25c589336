/** Writes a path such as `$.history[2].entry.at`. */
export function jsonPath(root: string, steps: readonly PropertyKey[]): string {
	return steps.reduce<string>(
		(path, step) => (typeof step === "number" ? `${path}[${step}]` : `${path}.${String(step)}`),
		root,
	);
}

export type JsonDifference = { path: string; expected: unknown; found: unknown };

/** The deepest paths at which two values differ. Lists arrays of different lengths as a whole. */
export function jsonDifferences(expected: unknown, found: unknown, path: string): JsonDifference[] {
	if (expected === found) return [];
	if (Array.isArray(expected) && Array.isArray(found)) {
		if (expected.length !== found.length) return [{ path, expected, found }];
		return expected.flatMap((value, place) => jsonDifferences(value, found[place], `${path}[${place}]`));
	}
	if (isRecord(expected) && isRecord(found)) {
		const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
		return [...keys].flatMap((key) => jsonDifferences(expected[key], found[key], jsonPath(path, [key])));
	}
	return [{ path, expected, found }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
