/** Archives of cases and estates, as their readers open them. */
import { unzipSync } from "fflate";
import type { ArchiveFiles } from "../../sdk/src/archive.ts";

/** The files of an archive, with changes: other bytes, or undefined for a file that is taken out. */
export function filesOf(zip: Uint8Array, changes: Record<string, string | undefined> = {}): ArchiveFiles {
	const files = new Map<string, Uint8Array>(Object.entries(unzipSync(zip)));
	for (const [path, text] of Object.entries(changes)) {
		if (text === undefined) files.delete(path);
		else files.set(path, new TextEncoder().encode(text));
	}
	return { paths: [...files.keys()], read: async (path) => files.get(path) ?? new Uint8Array() };
}

export async function textIn({ read }: ArchiveFiles, path: string): Promise<string> {
	return new TextDecoder().decode(await read(path));
}
