/**
 * Installs what package-lock.json lists, and shows progress. Plain JavaScript, because it runs before the
 * installation on any Node since 18.
 */
import { spawn } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NON_TERMINAL_REPORT_SECONDS = 15;

/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, link?: boolean }>} Packages */

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function packagesIn(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8")).packages;
	} catch {
		return undefined;
	}
}

/**
 * Tells whether the installed packages match the lock. Optional packages may be absent: most are for other platforms.
 * The project and its workspaces are part of the repository, and no command needs the links to them.
 * @param {Packages} wanted
 * @param {Packages | undefined} installed
 */
export function isInstalled(wanted, installed) {
	if (installed === undefined) return false;
	return Object.entries(wanted).every(([path, { version, optional, link }]) => {
		if (link === true || !path.includes("node_modules/")) return true;
		const found = installed[path];
		return found === undefined ? optional === true : found.version === version;
	});
}

/** The npm that runs this script, or else the one in PATH. */
export function npmCommand() {
	const cli = process.env.npm_execpath;
	if (cli !== undefined && /npm-cli\.c?js$/.test(cli)) return { file: process.execPath, args: [cli] };
	// On Windows npm is a batch file, which needs a shell.
	return { file: "npm", args: [], shell: process.platform === "win32" };
}

/**
 * Shows the elapsed time on one line; without a terminal, prints a line now and then.
 * @param {string} what
 */
function showProgress(what) {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	const terminal = process.stdout.isTTY;
	process.stdout.write(terminal ? `${what} …` : `${what} …\n`);
	const timer = setInterval(() => {
		if (terminal) process.stdout.write(`\r${what} … ${seconds()} s`);
		else if (seconds() % NON_TERMINAL_REPORT_SECONDS === 0) process.stdout.write(`  ${seconds()} s\n`);
	}, 1000);
	return {
		/** @param {string} result */
		end(result) {
			clearInterval(timer);
			process.stdout.write(
				terminal ? `\r${what} … ${result} in ${seconds()} s\n` : `  ${result} in ${seconds()} s\n`,
			);
		},
	};
}

/** @param {string} root the repository */
export async function installIfNeeded(root) {
	const wanted = packagesIn(join(root, "package-lock.json"));
	if (wanted === undefined)
		throw new Error("package-lock.json is missing or unreadable. Restore it with git.");
	if (isInstalled(wanted, packagesIn(join(root, "node_modules", ".package-lock.json")))) return;
	// npm empties the directory first, and a link would lead into another checkout.
	const modules = join(root, "node_modules");
	if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw new Error(
			`${modules} is a link to another directory, which installing would empty. Nothing was installed. ` +
				"Remove the link and run the same command again.",
		);
	}
	const npm = npmCommand();
	const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--progress=false"];
	const progress = showProgress("Installing the packages of package-lock.json");
	const child = spawn(npm.file, [...npm.args, "ci", ...quiet], {
		cwd: root,
		shell: npm.shell ?? false,
		stdio: ["ignore", "ignore", "pipe"],
		env: { ...process.env, npm_config_update_notifier: "false" },
	});
	let errors = "";
	child.stderr?.on("data", (chunk) => {
		errors += chunk;
	});
	const code = await new Promise((resolve) => {
		child.on("error", (error) => {
			errors += error.message;
			resolve(1);
		});
		child.on("close", resolve);
	});
	progress.end(code === 0 ? "done" : "failed");
	if (code === 0) return;
	throw new Error(
		`npm could not install the packages (exit code ${code}):\n\n${errors.trim()}\n\n` +
			"Check that this machine reaches its package registry (`npm ping`) and run the same command again.",
	);
}
