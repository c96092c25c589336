/** sdk.md "Command line": what happens at a terminal: the log-in, colours, questions and completion. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { createAsker } from "../../../sdk/cli/ask.ts";
import { lineFor } from "../../../sdk/cli/terminal.ts";
import { COMMAND_ENV, commandFolder } from "../../support/sdk/run-command.ts";
import { json, problem } from "../../support/sdk/scripted-fetch.ts";

const { folder, replevin, remove } = commandFolder();
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
	const line = "it \u001b[2Jfailed";
	const shown = "it \ufffd[2Jfailed";
	it.each([
		["are coloured on a terminal", { isTTY: true }, {}, `\u001b[31m${shown}\u001b[39m\n`],
		["have no colour in a pipe", {}, {}, `${shown}\n`],
		["have no colour with NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, `${shown}\n`],
		["have no colour on a dumb terminal", { isTTY: true }, { TERM: "dumb" }, `${shown}\n`],
	])("%s, and never steer it", (_, stream, env, expected) => {
		expect(lineFor(stream, env, line, "bad")).toBe(expected);
	});
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

	it("end with Ctrl-C, and where there is no answer", async () => {
		const terminal = asking(true);
		const question = terminal.ask("Key: ");
		terminal.input.write("\u0003");
		await expect(question).rejects.toThrow("no answer");
		expect(terminal.interrupts()).toBe(1);
		const pipe = asking(false);
		pipe.input.end("\n");
		await expect(pipe.ask("Key: ")).rejects.toThrow("There is no answer to: Key:");
	});
});

describe("completion in bash", () => {
	it.each([
		[
			"",
			["login", "logout", "whoami", "keys", "cases", "links", "events", "webhooks", "sign", "hash", "verify"],
		],
		["ca", ["cases"]],
		["cases ", ["list", "get", "watch", "file", "order", "evidence"]],
		["cases list --st", ["--status"]],
		["cases list --status pending --j", ["--json"]],
		["webhooks listen --f", ["--forward"]],
		["webhooks trigger recovery_case.p", ["recovery_case.pending"]],
	])("of `replevin %s`", async (typed, expected) => {
		const { out } = await replevin(["completion", "bash"], [], { env: {} });
		const words = ["replevin", ...typed.split(" ")].map((word) => `'${word}'`);
		const script = `${out}\nCOMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _replevin
			printf '%s\\n' "\${COMPREPLY[@]}"`;
		expect(execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n")).toEqual(expected);
	});

	it("is there for zsh and fish, too, and for no other shell", async () => {
		expect((await replevin(["completion", "zsh"])).out).toContain("compdef _replevin replevin");
		expect((await replevin(["completion", "fish"])).out).toContain(
			`complete -c replevin -n 'string match -qr "^replevin cases \\S*\\$" (commandline -c)' -a "list `,
		);
		expect((await replevin(["completion", "tcsh"])).code).toBe(2);
	});
});
