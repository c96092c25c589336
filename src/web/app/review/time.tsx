/** A moment in UTC, with the zone named. The script of every page may add the local time. */
export function Time({ at }: { at: string }) {
	return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>;
}
