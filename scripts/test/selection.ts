/** Decides which tiers and test files the arguments of `npm test` name. */

export const TIER_NAMES = ["check", "unit", "worker", "chaos", "e2e", "looks"] as const;
export type TierName = (typeof TIER_NAMES)[number];

/** Each page is seen once by `e2e`; the whole matrix takes several minutes. */
const ONLY_BY_NAME: readonly TierName[] = ["looks"];

/** Whole tiers to run, and single test files by the tier that can run them. */
export interface Selection {
	tiers: TierName[];
	files: Map<TierName, string[]>;
}

const TIER_OF_FOLDER: Record<string, TierName> = {
	unit: "unit",
	worker: "worker",
	contract: "worker",
	chaos: "chaos",
	e2e: "e2e",
	looks: "looks",
};

const isTierName = (name: string): name is TierName => TIER_NAMES.some((tier) => tier === name);

/** `./test/unit/` and `test\unit` both become `test/unit`. */
const normalise = (path: string) => path.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/+$/, "");

const matches = (file: string, path: string) =>
	file === path ||
	file.endsWith(`/${path}`) ||
	file.startsWith(`${path}/`) ||
	file.startsWith(`test/${path}/`);

/**
 * Each argument is the name of a tier, a test file or a folder of test files. A path is relative to the root or
 * to `test/`; the end of a path is enough for a file. Without arguments every tier is selected that does not
 * need to be named.
 *
 * @param allFiles every test file, relative to the root, with forward slashes
 * @returns the selection, or the first argument that names nothing
 */
export function selectTests(args: string[], allFiles: string[]): Selection | { unknown: string } {
	if (args.length === 0) {
		return { tiers: TIER_NAMES.filter((tier) => !ONLY_BY_NAME.includes(tier)), files: new Map() };
	}
	const tiers = new Set<TierName>();
	const files = new Map<TierName, string[]>();
	for (const arg of args) {
		if (isTierName(arg)) {
			tiers.add(arg);
			continue;
		}
		const found = allFiles.filter((file) => matches(file, normalise(arg)));
		if (found.length === 0) return { unknown: arg };
		for (const file of found) {
			const tier = TIER_OF_FOLDER[file.split("/")[1] ?? ""];
			if (tier === undefined) return { unknown: arg };
			files.set(tier, [...new Set([...(files.get(tier) ?? []), file])]);
		}
	}
	for (const tier of tiers) files.delete(tier);
	return { tiers: TIER_NAMES.filter((tier) => tiers.has(tier)), files };
}
