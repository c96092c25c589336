/** Whether the repository is ready for a release (releasing.md). */
import { faultsOf, releasesOf } from "./changelog.ts";

type State = {
	/** Such as v1.2.3. */
	tag: string;
	changelog: string;
	/** By the file that has it. */
	versions: Readonly<Record<string, string>>;
};

export function releaseFaults({ tag, changelog, versions }: State): string[] {
	const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
	if (version === undefined) return [`${tag} is no tag of a release, such as v1.2.3`];
	const releases = releasesOf(changelog);
	const others = Object.entries(versions).filter(([, found]) => found !== version);
	return [
		...faultsOf(changelog).map((fault) => `CHANGELOG.md: ${fault}`),
		...others.map(([file, found]) => `${file} has the version ${found}`),
		...(releases.some(({ name, date }) => name === version && date !== undefined)
			? []
			: [`CHANGELOG.md has no section [${version}] with a date`]),
		...(releases[0]?.kinds.length === 0 ? [] : ["CHANGELOG.md still has changes under [Unreleased]"]),
	];
}
