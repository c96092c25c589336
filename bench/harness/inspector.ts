/** Talks to the measured Worker over workerd's inspector. */

type Target = { id: string; webSocketDebuggerUrl: string };

/** The simulators are Workers too, and not all of them respond. */
const MEASURED = /^core:user:(?!bench-)/;

export type Inspector = {
	/** @returns the command's result */
	ask(method: string): Promise<Record<string, unknown>>;
	close(): void;
};

export async function openInspector(inspectorPort: number): Promise<Inspector> {
	const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
	const targets = (await listed.json()) as Target[];
	const measured = targets.find(({ id }) => MEASURED.test(id));
	if (!measured) throw new Error("the inspector has no measured Worker");
	const socket = new WebSocket(measured.webSocketDebuggerUrl);
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve, { once: true });
		socket.addEventListener("error", () => reject(new Error("the inspector does not answer")));
	});
	let asked = 0;
	const waiting = new Map<number, (result: Record<string, unknown>) => void>();
	socket.addEventListener("message", ({ data }) => {
		const { id, result } = JSON.parse(String(data));
		waiting.get(id)?.(result);
		waiting.delete(id);
	});
	return {
		ask(method) {
			const id = ++asked;
			return new Promise((resolve) => {
				waiting.set(id, resolve);
				socket.send(JSON.stringify({ id, method }));
			});
		},
		close: () => socket.close(),
	};
}
