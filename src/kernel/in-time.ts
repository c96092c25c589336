/** @throws Error where the work takes longer; what it does goes on all the same */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		const refuse = () => reject(new Error(`no answer within ${milliseconds / 1000} seconds`));
		timer = setTimeout(refuse, milliseconds);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
