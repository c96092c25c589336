export type Health = { healthy: true } | { healthy: false; answer: string };

const LIMIT_MS = 10_000;
const INTERVAL_MS = 200;
const ANSWER_SHOWN = 2_000;

/** What the service says about itself, asked until it is healthy or for ten seconds. */
export async function askHealth(url: string): Promise<Health> {
	const deadline = Date.now() + LIMIT_MS;
	let answer = "no answer";
	for (;;) {
		try {
			const response = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(INTERVAL_MS * 10) });
			const body = await response.text();
			if (response.ok) return { healthy: true };
			answer = `${response.status} ${body.slice(0, ANSWER_SHOWN)}`;
			// A refused setting does not heal by waiting.
			if (response.status < 503) return { healthy: false, answer };
		} catch (error) {
			answer = error instanceof Error ? error.message : String(error);
		}
		if (Date.now() > deadline) return { healthy: false, answer };
		await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
	}
}
