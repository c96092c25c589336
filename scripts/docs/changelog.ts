/** Reads CHANGELOG.md, which has the form of Keep a Changelog 1.1.0. */

/** In this order. */
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;

export type Release = {
	/** "Unreleased", or a version. */
	name: string;
	/** Such as 2026-11-30; undefined for the unreleased changes. */
	date: string | undefined;
	/** The kinds of change in their order, each with its lines. */
	kinds: { name: string; entries: string[] }[];
};

/** @returns the releases in their order, newest first */
export function releasesOf(changelog: string): Release[] {
	const [, ...sections] = changelog.split(/^## /m);
	return sections.map((section) => {
		const [heading = "", ...rest] = section.split("\n");
		const [, name = "", date] = /^\[([^\]]+)\](?: - (\S+))?$/.exec(heading) ?? [];
		const [, ...kinds] = rest.join("\n").split(/^### /m);
		return { name, date, kinds: kinds.map(kindOf) };
	});
}

function kindOf(text: string): Release["kinds"][number] {
	const [name = "", ...lines] = text.split("\n");
	return { name, entries: lines.filter((line) => line.startsWith("- ")) };
}

/** What breaks the form. */
export function faultsOf(changelog: string): string[] {
	const releases = releasesOf(changelog);
	const versions = releases.slice(1);
	return [
		...(changelog.startsWith("# Changelog\n") ? [] : ["the title is not Changelog"]),
		...(releases[0]?.name === "Unreleased" && !releases[0].date
			? []
			: ["[Unreleased] is not the first section"]),
		...versions
			.filter(({ name }) => !/^\d+\.\d+\.\d+$/.test(name))
			.map(({ name }) => `"${name}" is no version`),
		...versions.filter(({ date = "" }) => !isDate(date)).map(({ name }) => `${name} has no date`),
		...versions.filter(({ name }, i) => i > 0 && !isNewer(versions[i - 1]?.name ?? "", name)).map(misplaced),
		...releases.flatMap(({ name, kinds }) => faultsOfKinds(name, kinds)),
	];
}

const misplaced = ({ name }: Release) => `${name} is not below a newer version`;

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function isNewer(version: string, than: string): boolean {
	return version.localeCompare(than, "en", { numeric: true }) > 0;
}

function faultsOfKinds(release: string, kinds: Release["kinds"]): string[] {
	const order = kinds.map(({ name }) => (KINDS as readonly string[]).indexOf(name));
	return [
		...kinds.filter((_, i) => order[i] === -1).map(({ name }) => `${release} has the unknown kind ${name}`),
		...(order.every((place, i) => i === 0 || place > (order[i - 1] ?? 0))
			? []
			: [`the kinds of ${release} are not in their order`]),
		...kinds
			.filter(({ entries }) => entries.length === 0)
			.map(({ name }) => `${release} has nothing under ${name}`),
	];
}
