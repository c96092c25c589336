/** Compares the response times of two kinds of calls, to show that an attacker cannot tell them apart. */

/**
 * Times both kinds once per round, in milliseconds. The order within a round is random, so other load on the machine
 * affects both alike.
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

/**
 * The share of all pairs in which the first call takes longer (Mann-Whitney's U; a tie counts half). 0.5 means that
 * the kinds cannot be told apart. 0 or 1 means that a single call shows the kind.
 */
export function shareOfLonger(first: readonly number[], second: readonly number[]): number {
	let longer = 0;
	for (const a of first) for (const b of second) longer += a > b ? 1 : a === b ? 0.5 : 0;
	return longer / (first.length * second.length);
}
