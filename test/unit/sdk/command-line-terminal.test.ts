/** sdk.md "Command line": what happens at a terminal: the log-in, colours, questions and completion. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { createAsker } from "../../../sdk/cli/ask.ts";
import { lineFor, textFor } from "../../../sdk/cli/terminal.ts";
import { EVIDENCE_FORMAT } from "../../../src/protocol/evidence/evidence-format.ts";
import { COMMAND_ENV, commandFolder } from "../../support/sdk/run-command.ts";
import { json, problem } from "../../support/sdk/scripted-fetch.ts";

const { folder, write, replevin, remove } = commandFolder();
afterAll(remove);

describe("login", () => {
	const env = { XDG_CONFIG_HOME: join(folder, "login") };
	const file = join(folder, "login/replevin/credentials.json");
	const page = () => json({ data: [], nextCursor: null });
	const answers = () => ["https://replevin.example", "sk_abcd", "ss_1"];

	it("stores a pair that works for this user alone, and the commands use it", async () => {
		const { code, out, err, sent } = await replevin(["login"], [page()], { env, answers: answers() });
		expect(code).toBe(0);
		expect(out + err).not.toContain("ss_1");
		expect(sent[0]?.headers.get("x-api-secret")).toBe("ss_1");
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
		const listed = await replevin(["cases", "list"], [page()], { env });
		expect(listed.sent[0]?.headers.get("x-api-secret")).toBe("ss_1");
	});

	it("never sends the stored secret to another service", async () => {
		const other = { ...env, REPLEVIN_URL: "https://other.example" };
		const { code, err, sent } = await replevin(["whoami"], [page()], { env: other });
		expect([code, sent]).toEqual([2, []]);
		expect(err).toContain("The stored credential is for https://replevin.example");
	});

	it("says that an address is wrong before it asks for the secret", async () => {
		const { code, err } = await replevin(["login"], [], { env, answers: ["localhost:8787"] });
		expect(code).toBe(2);
		expect(err).toContain("The address must be the service's origin, with http:// or https://");
		expect(err).not.toContain("API key");
	});

	it("stores the origin of an address with a slash at its end", async () => {
		const slash = { XDG_CONFIG_HOME: join(folder, "slash") };
		const typed = ["https://replevin.example/", "sk_abcd", "ss_1"];
		await replevin(["login"], [page()], { env: slash, answers: typed });
		const stored = readFileSync(join(folder, "slash/replevin/credentials.json"), "utf8");
		expect(JSON.parse(stored).url).toBe("https://replevin.example");
	});

	it("takes an address with a slash at its end for the same service", async () => {
		const slash = { ...env, REPLEVIN_URL: "https://replevin.example/" };
		const { code, sent } = await replevin(["cases", "list"], [page()], { env: slash });
		expect([code, sent[0]?.headers.get("x-api-secret")]).toEqual([0, "ss_1"]);
	});

	it("is refused a file that others can read", async () => {
		chmodSync(file, 0o644);
		const { code, err, sent } = await replevin(["whoami"], [page()], { env });
		expect([code, sent]).toEqual([2, []]);
		expect(err).toContain("chmod 600");
		chmodSync(file, 0o600);
	});

	it("leaves the stored pair where the new one does not work", async () => {
		const rejected = problem("INVALID_AUTH", 401);
		const { code } = await replevin(["login"], [rejected], {
			env,
			answers: ["https://replevin.example", "sk_x", "ss_x"],
		});
		expect(code).toBe(3);
		expect(readFileSync(file, "utf8")).toContain("sk_abcd");
	});

	it("leaves no copy of a secret that it could not store", async () => {
		const config = join(folder, "blocked");
		mkdirSync(join(config, "replevin/credentials.json/x"), { recursive: true });
		const blocked = { XDG_CONFIG_HOME: config };
		const { code } = await replevin(["login"], [page()], { env: blocked, answers: answers() });
		expect(code).toBe(2);
		expect(readdirSync(join(config, "replevin"))).toEqual(["credentials.json"]);
	});

	it("gives way to the environment, and ends with logout", async () => {
		const given = await replevin(["cases", "list"], [page()], {
			env: { ...env, ...COMMAND_ENV, REPLEVIN_API_SECRET: "ss_2" },
		});
		expect(given.sent[0]?.headers.get("x-api-secret")).toBe("ss_2");
		expect((await replevin(["logout"], [], { env })).code).toBe(0);
		expect((await replevin(["whoami"], [], { env })).err).toContain("Run replevin login");
	});
});

describe("lines", () => {
	// The last sign turns the order of the following ones around.
	const line = "it \u001b[2Jfailed\nit is genuine\u202e";
	const shown = "it \ufffd[2Jfailed\ufffdit is genuine\ufffd";
	it.each([
		["are coloured on a terminal", { isTTY: true }, {}, `\u001b[31m${shown}\u001b[39m\n`],
		["have no colour in a pipe", {}, {}, `${shown}\n`],
		["have no colour with NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, `${shown}\n`],
		["have no colour on a dumb terminal", { isTTY: true }, { TERM: "dumb" }, `${shown}\n`],
	])("%s, and never steer it", (_, stream, env, expected) => {
		expect(lineFor(stream, env, line, "bad")).toBe(expected);
	});
});

it.each([
	["reads as it is in a pipe", {}, "a\u001b[2J\nb\u202e"],
	["does not steer a terminal, and keeps its lines", { isTTY: true }, "a\ufffd[2J\nb\ufffd"],
])("a text of several lines %s", (_, stream, expected) => {
	expect(textFor(stream, "a\u001b[2J\nb\u202e")).toBe(expected);
});

describe("questions", () => {
	const asking = (isTTY: boolean) => {
		const input = Object.assign(new PassThrough(), { isTTY });
		const output = new PassThrough();
		let interrupts = 0;
		const asker = createAsker(input, output, () => interrupts++);
		return { ...asker, input, shown: () => String(output.read() ?? ""), interrupts: () => interrupts };
	};

	it.each([true, false])("show what is typed, but not a secret, on a terminal: %s", async (isTTY) => {
		const { ask, close, input, shown } = asking(isTTY);
		const key = ask("Key: ");
		input.write("sk_a\n");
		expect(await key).toBe("sk_a");
		const secret = ask("Secret: ", { isHidden: true });
		input.write("ss_hidden\n");
		expect(await secret).toBe("ss_hidden");
		const text = shown();
		expect(text).toContain("Secret: ");
		expect(text).not.toContain("ss_");
		expect(text.includes("sk_a")).toBe(isTTY);
		close();
	});

	it("never show an earlier secret again, as arrow keys do on a terminal with a history", async () => {
		const { ask, close, input, shown } = asking(true);
		const secret = ask("Secret: ", { isHidden: true });
		input.write("ss_hidden\n");
		await secret;
		const next = ask("Type yes: ");
		input.write("\u001b[A\u001b[Ano\n");
		expect(await next).toBe("no");
		expect(shown()).not.toContain("ss_");
		close();
	});

	it("end with Ctrl-C, and where there is no answer", async () => {
		const terminal = asking(true);
		const question = terminal.ask("Key: ");
		terminal.input.write("\u0003");
		await expect(question).rejects.toThrow("Nothing was entered");
		expect(terminal.interrupts()).toBe(1);
		const pipe = asking(false);
		pipe.input.end("\n");
		await expect(pipe.ask("Key: ")).rejects.toThrow("Nothing was entered for: Key.");
	});
});

const TOP =
	"login logout whoami keys cases documents accounts links endpoints events webhooks sign hash verify execute keep completion".split(
		" ",
	);
/** What a shell completes behind `replevin`. The name of a file in the folder stands for file names. */
const COMPLETIONS: [typed: string, expected: string[]][] = [
	["", TOP],
	["ca", ["cases"]],
	["cases ", ["list", "get", "watch", "file", "order", "contest", "withdraw", "evidence"]],
	["cases list --st", ["--status"]],
	["cases list --status pending --j", ["--json"]],
	["cases list --status p", ["pending"]],
	["webhooks listen --f", ["--forward"]],
	["webhooks trigger recovery_case.p", ["recovery_case.pending"]],
	["webhooks trigger recovery_case.rejected --reason w", ["withdrawn_by_claimant"]],
	["links create --kind ", ["recovery", "estate"]],
	["links create --kind estate --locale e", ["en", "es"]],
	["completion z", ["zsh"]],
	["verify ", ["bundle.json"]],
	["verify --k", ["--keys"]],
	["verify bundle.json --keys ", ["bundle.json"]],
	["cases file ", ["bundle.json"]],
	["cases order rc_1 ", ["bundle.json"]],
	["cases withdraw rc_1 --key ", ["bundle.json"]],
];

describe("completion", () => {
	const place = join(folder, "completion");
	const run = (shell: string, script: string, args: string[] = []) =>
		execFileSync(shell, ["-c", script, shell, ...args], { cwd: place, encoding: "utf8" });
	const isHere = (shell: string) => spawnSync(shell, ["-c", "exit"]).status === 0;
	const scriptFor = async (shell: string) => (await replevin(["completion", shell], [], { env: {} })).out;
	mkdirSync(place);
	write("completion/bundle.json", "{}");

	it.each(COMPLETIONS)("in bash of `replevin %s`", async (typed, expected) => {
		const words = ["replevin", ...typed.split(" ")].map((word) => `'${word}'`);
		const script = `${await scriptFor("bash")}\nCOMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _replevin
			printf '%s\\n' "\${COMPREPLY[@]}"`;
		const found = run("bash", script).trim().split("\n");
		// Bash itself completes file names where the function finds nothing.
		expect(found).toEqual(expected[0] === "bundle.json" ? [""] : expected);
	});

	it.skipIf(!isHere("zsh")).each(COMPLETIONS)("in zsh of `replevin %s`", async (typed, expected) => {
		const words = ["replevin", ...typed.split(" ")];
		// Completion proper needs a terminal: this hands the function its words, and prints what it adds.
		const script = `compdef() {}; _files() { print bundle.json; }; compadd() { shift; print -l -- \${(M)@:#$PREFIX*}; }
			${await scriptFor("zsh")}
			words=("$@") CURRENT=$# PREFIX=\${@[-1]}; _replevin`;
		expect(run("zsh", script, words).trim().split("\n")).toEqual(expected);
	});

	it.skipIf(!isHere("fish")).each(COMPLETIONS)("in fish of `replevin %s`", async (typed, expected) => {
		const script = `${await scriptFor("fish")}\ncomplete -C "replevin ${typed}"`;
		const found = run("fish", script).trim().split("\n");
		expect(found.map((line) => line.split("\t")[0]).sort()).toEqual([...expected].sort());
	});

	it("is there for zsh and fish, too, and for no other shell", async () => {
		expect(await scriptFor("zsh")).toContain("compdef _replevin replevin");
		expect(await scriptFor("fish")).toMatch(/^complete -c replevin -n .*cases list.* -l status .*pending/m);
		for (const shell of ["tcsh", "constructor", "toString"])
			expect(await replevin(["completion", shell])).toMatchObject({
				code: 2,
				err: expect.stringContaining("There is: bash, zsh, fish."),
			});
	});
});

describe("the process", () => {
	const main = join(import.meta.dirname, "../../../sdk/cli/main.ts");
	const start = (args: string[], stdout: "pipe" | number = "pipe") => {
		const all = ["--disable-warning=ExperimentalWarning", main, ...args];
		const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "process") };
		return spawn(process.execPath, all, { env, stdio: ["pipe", stdout, "pipe"] });
	};
	const exitOf = async (child: ReturnType<typeof start>) => (await once(child, "exit"))[0] as number | null;

	it("exits with 1 for a bundle that is not genuine, though nobody reads why", async () => {
		const file = write("forged.json", JSON.stringify({ format: EVIDENCE_FORMAT, keys: [] }));
		const child = start(["verify", file, "--keys", file]);
		child.stdout?.destroy();
		expect(await exitOf(child)).toBe(1);
	});

	it.skipIf(!existsSync("/dev/full"))("does not exit with 0 if the disk is full", async () => {
		const child = start(["completion", "bash"], openSync("/dev/full", "w"));
		const [err, code] = await Promise.all([child.stderr && text(child.stderr), exitOf(child)]);
		expect(err).toContain("The result could not be written");
		expect(code).toBe(2);
	});

	it("ends with SIGINT while it waits for an answer from a pipe", async () => {
		const child = start(["login"]);
		let err = "";
		child.stderr?.on("data", (chunk) => {
			err += chunk;
			child.kill("SIGINT");
		});
		expect(await exitOf(child)).toBe(130);
		expect(err).toMatch(/^Service\b[^\n]*$/);
	});

	it("exits with 2 and one line for a file that cannot be written", async () => {
		const page = json({ data: [], nextCursor: null });
		const answers = ["https://replevin.example", "sk_abcd", "ss_1"];
		const env = { XDG_CONFIG_HOME: write("no-folder", "") };
		const { code, err } = await replevin(["login"], [page], { env, answers });
		expect(code).toBe(2);
		expect(err).toMatch(/^E\w+: [^\n]*no-folder/);
	});
});
