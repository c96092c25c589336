/** Runs commands of the command line in this process, against scripted responses or a service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { createAsker } from "../../../sdk/cli/ask.ts";
import { run } from "../../../sdk/cli/run.ts";
import type { Fetch } from "../../../sdk/src/index.ts";
import type { TerminalLine } from "../docs/terminal-picture.ts";

export const COMMAND_ENV = {
	REPLEVIN_URL: "https://replevin.example",
	REPLEVIN_API_KEY: "sk_abcd",
	REPLEVIN_API_SECRET: "ss_1",
};

type Surroundings = {
	env?: Record<string, string>;
	/** What a person types. */
	answers?: string[];
	/** The standard input of `sign -`. */
	input?: string;
	/** In place of scripted responses. */
	fetch?: Fetch;
	signal?: AbortSignal;
	/** Sees each note as it is printed. */
	onNote?: (line: string) => void;
};

/** A folder for files and for the configuration. */
export function commandFolder() {
	const folder = mkdtempSync(join(tmpdir(), "sdk-cli-"));
	const write = (name: string, text: string, mode = 0o600) => {
		writeFileSync(join(folder, name), text, { mode });
		return join(folder, name);
	};
	const replevin = async (
		args: string[],
		responses: Response[] = [],
		{ env = COMMAND_ENV, answers = [], input = "", fetch, signal, onNote }: Surroundings = {},
	) => {
		const [out, err, sent]: [string[], string[], Request[]] = [[], [], []];
		const shown: TerminalLine[] = [];
		const scripted: Fetch = async (url, init) => {
			sent.push(new Request(url, init));
			const next = responses.shift();
			if (!next) throw new Error("no network");
			return next;
		};
		// As another program would type them.
		const typed = Readable.from(answers.map((answer) => `${answer}\n`));
		const asker = createAsker(typed, new PassThrough().resume(), () => {});
		const code = await run(args, {
			env: { XDG_CONFIG_HOME: join(folder, "config"), ...env },
			write: (text) => void out.push(text),
			ask: asker.ask,
			readInput: async () => input,
			print: (line, tone) => {
				out.push(line);
				shown.push({ text: line, tone: tone ?? "plain" });
			},
			note: (line) => {
				err.push(line);
				onNote?.(line);
			},
			signal: signal ?? new AbortController().signal,
			fetch: fetch ?? scripted,
		});
		return { code, out: out.join("\n"), err: err.join("\n"), sent, shown };
	};
	return { folder, write, replevin, remove: () => rmSync(folder, { recursive: true }) };
}
