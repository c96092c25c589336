import { spawn } from "node:child_process";

/** Opens a page in the system's browser, if there is one. Never fails. */
export function openInBrowser(url: string): void {
	const isScreenless = process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
	if (isScreenless) return;
	const [command, ...args] = commandFor(process.platform, url);
	const child = spawn(command, args, { stdio: "ignore", detached: true });
	child.on("error", () => {});
	child.unref();
}

export function commandFor(platform: NodeJS.Platform, url: string): [string, ...string[]] {
	if (platform === "darwin") return ["open", url];
	// `start` takes its first argument in quotation marks as the window's title.
	if (platform === "win32") return ["cmd", "/c", "start", "", url];
	return ["xdg-open", url];
}
