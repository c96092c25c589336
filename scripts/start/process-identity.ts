/** Identifies processes. Process ids are reused; together with the start time an id is unique. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The identity of a process; undefined if none runs with this id. */
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

/** The command line of a running process (on Windows the program's name); empty if none runs. */
export function commandOf(pid: number): string {
	try {
		switch (process.platform) {
			case "linux":
				return argumentsOnLinux(pid).join(" ");
			case "win32":
				return run("tasklist", "/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH") ?? "";
			default:
				return run("ps", "-o", "command=", "-p", String(pid)) ?? "";
		}
	} catch {
		return "";
	}
}

/** The same, split into arguments; other systems than Linux do not tell where an argument with blanks ends. */
export function argumentsOf(pid: number): string[] {
	try {
		return process.platform === "linux" ? argumentsOnLinux(pid) : commandOf(pid).split(/\s+/);
	} catch {
		return [];
	}
}

/** undefined if no such process runs, and on Windows. */
export function parentOf(pid: number): number | undefined {
	try {
		switch (process.platform) {
			case "linux":
				return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) || undefined;
			case "win32":
				return undefined;
			default:
				return Number(run("ps", "-o", "ppid=", "-p", String(pid))) || undefined;
		}
	} catch {
		return undefined;
	}
}

function argumentsOnLinux(pid: number): string[] {
	return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
}

/**
 * proc(5): field 22 is the start in clock ticks since boot. The name in field 2 may contain blanks and parentheses.
 */
function startOnLinux(pid: number): string | undefined {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [state, ticks] = [fields[0], fields[19]];
	// A zombie process does not run any more.
	if (state === "Z" || ticks === undefined) return undefined;
	return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
}

function run(file: string, ...args: string[]): string | undefined {
	const output = execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
	return output === "" ? undefined : output;
}
