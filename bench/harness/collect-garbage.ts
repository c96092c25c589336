/** Collects the garbage of the measured Worker: what is left is held on to. */
import { openInspector } from "./inspector.ts";

export async function collectGarbage(inspectorPort: number): Promise<void> {
	const inspector = await openInspector(inspectorPort);
	await inspector.ask("HeapProfiler.collectGarbage");
	inspector.close();
}
