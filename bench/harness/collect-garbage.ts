/** Collects the garbage of the measured Worker, so that only retained memory is left. */
import { openInspector } from "./inspector.ts";

export async function collectGarbage(inspectorPort: number): Promise<void> {
	const inspector = await openInspector(inspectorPort);
	await inspector.ask("HeapProfiler.collectGarbage");
	inspector.close();
}
