import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "../command.ts";
import { writeWhole } from "../write-whole.ts";

/**
 * Two listeners with one cursor would each take a part of the events and of the samples.
 *
 * @returns what gives the cursor free
 * @throws UsageError if the process that has claimed it still runs
 */
export async function claimCursor(file: string): Promise<() => Promise<void>> {
	const claim = `${file}.pid`;
	const holder = Number(await readFile(claim, "utf8").catch(() => ""));
	if (holder !== process.pid && isRunning(holder))
		throw new UsageError(
			`Another listener, process ${holder}, uses ${file}. End it, or pass --cursor with another file. If that process is no listener, delete ${claim}.`,
		);
	await mkdir(dirname(claim), { recursive: true });
	await writeWhole(claim, `${process.pid}\n`);
	return () => rm(claim, { force: true });
}

/** Signal 0 only asks. A process of another user may not be asked, and is there. */
function isRunning(pid: number): boolean {
	if (!Number.isSafeInteger(pid) || pid <= 0) return false;
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
