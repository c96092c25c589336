export type Health = { healthy: true } | { healthy: false; answer: string };

const LIMIT_MS = 10_000;
/** Longest wait for a healthy service. */
const UNHEALTHY_LIMIT_MS = 2_000;
const INTERVAL_MS = 200;
const ANSWER_SHOWN = 2_000;

/** Polls the health until the service is healthy or reports a problem that waiting does not solve. */
export async function askHealth(url: string): Promise<Health> {
	let deadline = Date.now() + LIMIT_MS;
	let answer = "no answer";
	for (;;) {
		try {
			const response = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(INTERVAL_MS * 10) });
			const body = await response.text();
			if (response.ok) return { healthy: true };
			answer = `${response.status} ${body.slice(0, ANSWER_SHOWN)}`;
			deadline = Math.min(deadline, Date.now() + UNHEALTHY_LIMIT_MS);
		} catch (error) {
			answer = error instanceof Error ? error.message : String(error);
		}
		if (Date.now() > deadline) return { healthy: false, answer };
		await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
	}
}
