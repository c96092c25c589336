import { chmod, rename, rm, writeFile } from "node:fs/promises";

/**
 * Writes a file whole or not at all, because a crash must not leave a part of it. Never writes through a link that
 * somebody has put into the folder.
 *
 * @param mode that of new files unless given
 */
export async function writeWhole(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
	const unfinished = `${file}.${process.pid}`;
	await rm(unfinished, { force: true });
	try {
		await writeFile(unfinished, content, { flag: "wx", ...(mode !== undefined && { mode }) });
		if (mode !== undefined) await chmod(unfinished, mode);
		await rename(unfinished, file);
	} catch (error) {
		await rm(unfinished, { force: true });
		throw error;
	}
}
