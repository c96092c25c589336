/** Options, help and exit codes of an operator's command. */
import { type AccountName, type OperatorOptions, parseOperatorOptions } from "./options.ts";

/** Exits with 2 for a wrong command line and with 1 if the work fails, and prints the reason. */
export async function runOperatorCommand<Verb extends string>(
	usage: string,
	verbs: Readonly<Record<Verb, AccountName>>,
	work: (options: OperatorOptions<Verb>) => Promise<string>,
): Promise<void> {
	let options: OperatorOptions<Verb> | undefined;
	try {
		options = parseOperatorOptions(process.argv.slice(2), verbs);
	} catch (error) {
		process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
		process.exitCode = 2;
		return;
	}
	try {
		process.stdout.write(`${options === undefined ? usage : await work(options)}\n`);
	} catch (error) {
		process.stderr.write(`${messageOf(error)}\n`);
		process.exitCode = 1;
	}
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
