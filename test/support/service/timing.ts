/** Whether two kinds of calls can be told apart by the time that they take. */

/**
 * Times both kinds in turn, in an order that is shuffled anew in each round: what else the machine does meets
 * both alike. In milliseconds.
 */
export async function timeInTurn(
	rounds: number,
	first: (round: number) => Promise<unknown>,
	second: (round: number) => Promise<unknown>,
): Promise<{ first: number[]; second: number[] }> {
	const times: { first: number[]; second: number[] } = { first: [], second: [] };
	for (let round = 0; round < rounds; round++) {
		const turns: [number[], typeof first][] = [
			[times.first, first],
			[times.second, second],
		];
		if (Math.random() < 0.5) turns.reverse();
		for (const [into, run] of turns) {
			const startedAt = performance.now();
			await run(round);
			into.push(performance.now() - startedAt);
		}
	}
	return times;
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/**
 * How often, of all pairs, the first takes longer (Mann-Whitney's U as a share; ties count half). Half means
 * that nobody can tell them apart; 0 or 1 that one call tells.
 */
export function shareOfLonger(first: readonly number[], second: readonly number[]): number {
	let longer = 0;
	for (const a of first) for (const b of second) longer += a > b ? 1 : a === b ? 0.5 : 0;
	return longer / (first.length * second.length);
}
