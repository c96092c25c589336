import { type Command, EXIT, UsageError } from "../command.ts";

/** What may follow the words that were typed: commands, or the options of one. */
type Suggestions = ReadonlyMap<string, readonly string[]>;

/** @param commands those of the table, without this one */
export function completionOf(commands: readonly Command[]): Command {
	const completion: Command = {
		name: "completion",
		summary: "Print a script that completes commands in bash, zsh or fish",
		operands: ["SHELL"],
		operandValues: Object.keys(SHELLS),
		options: {},
		optionHelp: {},
		examples: [
			'eval "$(replevin completion bash)"    # in ~/.bashrc',
			'eval "$(replevin completion zsh)"     # in ~/.zshrc, behind compinit',
			"replevin completion fish > ~/.config/fish/completions/replevin.fish",
		],
		async run({ words: [shell = ""] }, io) {
			const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
			if (!write)
				throw new UsageError(
					`There is no completion for ${shell}. There is: ${Object.keys(SHELLS).join(", ")}.`,
				);
			io.write(`${write(suggestionsFor([...commands, completion]))}\n`);
			return EXIT.ok;
		},
	};
	return completion;
}

/** The values of options. Bash completes file names where there are none. */
const VALUES: [option: string, values?: readonly string[]][] = [
	["--key|--keys|--prefill|--cursor"],
	["--status", ["created", "pending", "action_required", "executed", "rejected"]],
	["--kind", ["recovery", "estate"]],
	["--locale", ["en", "es"]],
];
/** Their operand is a file, so bash completes file names unless a dash begins an option. */
const FILE_COMMANDS = ["sign", "hash", "verify", "cases file", "cases order"];

function suggestionsFor(commands: readonly Command[]): Suggestions {
	const found = new Map<string, string[]>();
	const add = (typed: string, word: string) => {
		const words = found.get(typed) ?? [];
		if (!words.includes(word)) found.set(typed, [...words, word]);
	};
	for (const { name, options, operandValues = [] } of commands) {
		const [first = "", second] = name.split(" ");
		add("", first);
		if (second) add(first, second);
		for (const option of [...Object.keys(options), "json", "help"]) add(name, `--${option}`);
		for (const value of operandValues) add(name, value);
	}
	return found;
}

const SHELLS: Record<string, ((suggestions: Suggestions) => string) | undefined> = {
	bash: (suggestions) => `_replevin() {
	local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words="" current="\${COMP_WORDS[COMP_CWORD]}"
	case "\${COMP_WORDS[COMP_CWORD-1]}" in
${VALUES.map(([option, values = []]) => `\t${option}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$current")); return ;;`).join("\n")}
	esac
	case "$typed" in
${cases(suggestions, (words) => `words="${words.join(" ")}"`)}
	esac
	COMPREPLY=($(compgen -W "$words" -- "$current"))
	case "$current:$typed" in
	-*) ;;
${FILE_COMMANDS.map((name) => `\t*":${name}"*`).join("|\\\n")}) COMPREPLY=() ;;
	esac
}
complete -o default -F _replevin replevin`,
	zsh: (suggestions) => `_replevin() {
	local typed="\${words[2,CURRENT-1]}"
	case "$typed" in
${cases(suggestions, (words) => `compadd -- ${words.join(" ")}`)}
	*) _files ;;
	esac
}
compdef _replevin replevin`,
	fish: (suggestions) =>
		[...suggestions]
			.map(([typed, words]) => {
				const start = typed === "" ? "^replevin" : `^replevin ${typed}`;
				const end = words[0]?.startsWith("--") ? "" : "\\S*\\$";
				// In fish, a dollar within double quotes would begin a variable.
				const condition = `string match -qr "${start} ${end}" (commandline -c)`;
				return `complete -c replevin -n '${condition}' -a "${words.join(" ")}"`;
			})
			.join("\n"),
};

/** The longest command first, since its options may follow further words. */
function cases(suggestions: Suggestions, act: (words: readonly string[]) => string): string {
	const isCommand = (words: readonly string[]) => words[0]?.startsWith("--");
	return [...suggestions]
		.sort(([a], [b]) => b.length - a.length)
		.map(([typed, words]) => `\t"${typed}"${isCommand(words) ? `|"${typed} "*` : ""}) ${act(words)} ;;`)
		.join("\n");
}
