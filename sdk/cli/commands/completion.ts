import { type Command, EXIT, type Offers, UsageError } from "../command.ts";

/** @param commands those of the table, without this one */
export function completionOf(commands: readonly Command[]): Command {
	const completion: Command = {
		name: "completion",
		summary: "Print a script that completes commands in bash, zsh or fish",
		operands: [{ name: "SHELL", offers: Object.keys(SHELLS) }],
		options: {},
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
			io.write(`${write([...commands, completion])}\n`);
			return EXIT.ok;
		},
	};
	return completion;
}

const SHELLS: Record<string, ((commands: readonly Command[]) => string) | undefined> = {
	// The default completes file names where the function finds nothing.
	bash: (commands) => `_replevin() {
	local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}" words=""
	case "$typed" in
${branches(commands, {
	words: (words) => `words="${words.join(" ")}"`,
	filesOr: (options) => (options === "" ? "" : `[[ "$current" == -* ]] && words="${options}"`),
})}
	esac
	COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _replevin replevin`,
	zsh: (commands) => `_replevin() {
	local typed="\${words[2,CURRENT-1]}"
	case "$typed" in
${branches(commands, {
	words: (words) => (words.length === 0 ? "" : `compadd -- ${words.join(" ")}`),
	filesOr: (options) =>
		options === "" ? "_files" : `if [[ "$PREFIX" == -* ]]; then compadd -- ${options}; else _files; fi`,
})}
	esac
}
compdef _replevin replevin`,
	fish: (commands) =>
		[
			"complete -c replevin -f",
			...[...namesIn(commands)].flatMap(([group, words]) => fishGroup(group, words)),
			...commands.flatMap(fishCommand),
		].join("\n"),
};

type Acts = {
	/** Completes one of these words, or nothing. */
	words(words: readonly string[]): string;
	/** Completes a file name, or one of these options behind a dash. */
	filesOr(options: string): string;
};

/** The branches of a `case` over the words that were typed. */
function branches(commands: readonly Command[], { words, filesOr }: Acts): string {
	const act = (offers: Offers = [], options: readonly string[] = []) =>
		offers === "files" ? filesOr(options.join(" ")) : words([...offers, ...options]);
	const found: [pattern: string, line: string][] = [];
	for (const { name, operands, options } of commands) {
		for (const [option, { value, offers }] of Object.entries(options))
			if (value !== undefined) found.push([`"${name}"*" --${option}"`, act(offers)]);
		const names = [...Object.keys(options), "json", "help"].map((option) => `--${option}`);
		found.push([`"${name}"|"${name} "*`, act(offersOf(operands), names)]);
	}
	for (const [group, names] of namesIn(commands)) found.push([`"${group}"`, words([...names.keys()])]);
	return found.map(([pattern, line]) => `\t${pattern}) ${line} ;;`).join("\n");
}

/** The completions of a command's operand. No command has two that complete. */
const offersOf = (operands: Command["operands"]): Offers | undefined =>
	operands.find(({ offers }) => offers !== undefined)?.offers;

/** The words behind `replevin` and behind each group such as `cases`, with the summaries of commands. */
function namesIn(commands: readonly Command[]): Map<string, Map<string, string>> {
	const groups = new Map([["", new Map<string, string>()]]);
	for (const { name, summary } of commands) {
		const [first = "", second] = name.split(" ");
		groups
			.get("")
			?.set(first, second === undefined ? summary : `replevin ${first} --help lists its commands`);
		if (second !== undefined) groups.set(first, (groups.get(first) ?? new Map()).set(second, summary));
	}
	return groups;
}

function fishGroup(group: string, names: ReadonlyMap<string, string>): string[] {
	const typed = ["replevin", group].filter(Boolean).join(" ");
	return [...names].map(
		([name, summary]) => `${fishLine(`${typed} \\S*\\$`)} -a ${name} -d ${fishQuoted(summary)}`,
	);
}

function fishCommand({ name, operands, options }: Command): string[] {
	const line = fishLine(`replevin ${name} `);
	const flags: Command["options"] = { json: { help: "print JSON" }, help: { help: "show the options" } };
	const operand = offersOf(operands);
	return [
		...(operand === undefined ? [] : [`${line} ${fishOffers(operand)}`]),
		...Object.entries({ ...options, ...flags }).map(([option, { value, offers = [], help }]) => {
			const taken = value === undefined ? "" : ` -r ${fishOffers(offers)}`;
			return `${line} -l ${option}${taken} -d ${fishQuoted(help)}`;
		}),
	];
}

/** The beginning of a completion that holds where the command line up to the cursor begins so. */
const fishLine = (begin: string): string =>
	`complete -c replevin -n 'string match -qr "^\\s*${begin}" (commandline -cp)'`;

function fishOffers(offers: Offers): string {
	if (offers === "files") return "-F";
	return offers.length === 0 ? "-f" : `-f -a "${offers.join(" ")}"`;
}

const fishQuoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
