/**
 * Process ids are given out again; together with the moment of its start one means the same process for good.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What tells a process from every other that has or will have its number; undefined where none runs. */
export function startOf(pid: number): string | undefined {
	try {
		process.kill(pid, 0);
		switch (process.platform) {
			case "linux":
				return startOnLinux(pid);
			case "win32":
				return run(
					"powershell",
					"-NoProfile",
					"-Command",
					`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
				);
			default:
				return run("ps", "-o", "lstart=", "-p", String(pid));
		}
	} catch {
		return undefined;
	}
}

/** The command line (on Windows the program's name) of a running process; empty where none runs. */
export function commandOf(pid: number): string {
	try {
		switch (process.platform) {
			case "linux":
				return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
			case "win32":
				return run("tasklist", "/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH") ?? "";
			default:
				return run("ps", "-o", "command=", "-p", String(pid)) ?? "";
		}
	} catch {
		return "";
	}
}

/** proc(5): clock ticks since the boot, in field 22; the name in field 2 may hold blanks and parentheses. */
function startOnLinux(pid: number): string | undefined {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [state, ticks] = [fields[0], fields[19]];
	// A process that only waits for its parent to read its exit code runs no more.
	if (state === "Z" || ticks === undefined) return undefined;
	return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
}

function run(file: string, ...args: string[]): string | undefined {
	const output = execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
	return output === "" ? undefined : output;
}
