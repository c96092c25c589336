/** Rejects if the work takes longer than the limit. The work itself is not cancelled. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		const expire = () => reject(new Error(`no response within ${milliseconds / 1000} seconds`));
		timer = setTimeout(expire, milliseconds);
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
