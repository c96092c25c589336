/** Collects the garbage of the measured Worker over workerd's inspector: what is left is held on to. */

type Target = { id: string; webSocketDebuggerUrl: string };

/** The simulators are Workers too, and not all of them answer. */
const MEASURED = /^core:user:(?!bench-)/;

const COLLECT = { id: 1, method: "HeapProfiler.collectGarbage" };

export async function collectGarbage(inspectorPort: number): Promise<void> {
	const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
	const targets = (await listed.json()) as Target[];
	const measured = targets.find(({ id }) => MEASURED.test(id));
	if (!measured) throw new Error("the inspector has no measured Worker");
	await collect(measured.webSocketDebuggerUrl);
}

function collect(url: string): Promise<void> {
	const socket = new WebSocket(url);
	return new Promise((resolve, reject) => {
		socket.addEventListener("open", () => socket.send(JSON.stringify(COLLECT)));
		socket.addEventListener("error", () => reject(new Error("the inspector does not answer")));
		socket.addEventListener("message", ({ data }) => {
			if (JSON.parse(String(data)).id !== COLLECT.id) return;
			socket.close();
			resolve();
		});
	});
}
