/** Whether the repository is ready for a release (releasing.md). */
type State = {
	/** Such as v1.2.3. */
	tag: string;
	changelog: string;
	/** By the file that has it. */
	versions: Readonly<Record<string, string>>;
	/** The committed files of `migrations`. */
	migrations: readonly string[];
};

/** The snapshots from which drizzle-kit writes the migrations after these. */
function missingSnapshots(migrations: readonly string[]): string[] {
	const numbers = migrations.flatMap((path) => /^migrations\/(\d+)_.+\.sql$/.exec(path)?.[1] ?? []);
	const snapshots = numbers.map((number) => `migrations/meta/${number}_snapshot.json`);
	return snapshots.filter((path) => !migrations.includes(path));
}

export function releaseFaults({ tag, changelog, versions, migrations }: State): string[] {
	const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
	if (version === undefined) return [`${tag} is no tag of a release, such as v1.2.3`];
	const released = [...changelog.matchAll(/^## \[(.+)\] - \d{4}-\d\d-\d\d$/gm)].map(([, name]) => name);
	const isMoved = /^## \[Unreleased\]\s+## /m.test(changelog);
	const others = Object.entries(versions).filter(([, found]) => found !== version);
	return [
		...others.map(([file, found]) => `${file} has the version ${found}`),
		...(released.includes(version) ? [] : [`CHANGELOG.md has no section [${version}] with a date`]),
		...(isMoved ? [] : ["CHANGELOG.md has no empty section [Unreleased]"]),
		...missingSnapshots(migrations).map((path) => `${path} is not committed`),
	];
}
