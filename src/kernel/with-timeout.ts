/** Rejects after the limit. Does not cancel the work. */
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
