/** What every command has in common: help, wrong options and failures. */

/**
 * Prints the usage for `--help`, else does the work and prints what that returns. The process exits with 2 for wrong
 * options, and with 1 if the work fails, and says why.
 *
 * @param parse throws an Error that describes a wrong option
 */
export async function runCommand<Options>(
	usage: string,
	parse: (args: string[]) => Options,
	work: (options: Options) => Promise<string | undefined>,
): Promise<void> {
	const args = process.argv.slice(2);
	if (args.includes("--help") || args.includes("-h")) {
		process.stdout.write(`${usage}\n`);
		return;
	}
	const fail = (exitCode: number, message: string) => {
		process.stderr.write(`${message}\n`);
		process.exitCode = exitCode;
	};
	let options: Options;
	try {
		options = parse(args);
	} catch (error) {
		fail(2, `${messageOf(error)}\n\n${usage}`);
		return;
	}
	try {
		const said = await work(options);
		if (said !== undefined) process.stdout.write(`${said}\n`);
	} catch (error) {
		fail(1, messageOf(error));
	}
}

/** @throws Error that names the option */
export function positiveNumber(option: string, text: string): number {
	const value = Number(text);
	if (value > 0) return value;
	throw new Error(`${option} takes a number above 0`);
}

/** @throws Error that names the option */
export function wholeNumber(option: string, text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value > 0) return value;
	throw new Error(`${option} takes a whole number from 1`);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
