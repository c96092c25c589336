// architecture.md "Running it".
/** Making secrets and putting them into a deployment, apart from wrangler: its responses are given. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeSecret, putSecrets } from "../../../scripts/operator/deployed-secrets.ts";
import { settingProblems } from "../../../scripts/operator/setting-problems.ts";
import { readLocalConfig } from "../../../scripts/start/local-config.ts";
import type { Ran } from "../../../scripts/wrangler.ts";
import { OPTIONAL_SECRETS } from "../../../src/config/optional-secrets.ts";

const { secrets: REQUIRED, vars } = readLocalConfig(join(import.meta.dirname, "../../.."));
const FAILED: Ran = { code: 1, stdout: "", stderr: "A request to the Cloudflare API failed." };

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "replevin-secrets-"));
	file = join(folder, ".deploy.vars");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** wrangler with a Worker that has some secrets, and what it was given for `secret bulk`. */
function wranglerWith(deployed: string[], bulk: Ran = { code: 0, stdout: "", stderr: "" }) {
	const given: Record<string, string>[] = [];
	const run = async ([, command]: readonly string[], input?: string): Promise<Ran> => {
		const stdout = JSON.stringify(deployed.map((name) => ({ name, type: "secret_text" })));
		if (command === "list") return { code: 0, stdout, stderr: "" };
		given.push(JSON.parse(input ?? ""));
		return bulk;
	};
	return { run, given };
}

it("makes every required secret in the form that the service accepts", async () => {
	const made = Object.fromEntries(REQUIRED.map((name) => [name, makeSecret(name)]));
	expect(await settingProblems({ ...vars, ...made })).toEqual([]);
	for (const name of REQUIRED) expect(makeSecret(name)).not.toBe(made[name]);
	expect(() => makeSecret("BRAND")).toThrow("BRAND is not a secret of this service");
});

it("makes the optional secret too, and puts it only by its name", async () => {
	// The other one comes from Resend.
	const names = OPTIONAL_SECRETS.filter((name) => name !== "RESEND_API_KEY");
	const required = Object.fromEntries(REQUIRED.map((name) => [name, makeSecret(name)]));
	const optional = Object.fromEntries(names.map((name) => [name, makeSecret(name)]));
	expect(await settingProblems({ ...vars, ...required, ...optional })).toEqual([]);
	const { run, given } = wranglerWith([...REQUIRED]);
	await putSecrets(run, { file, names, replaced: [] });
	expect(given.flatMap(Object.keys)).toEqual(names);
});

it.each([
	"\u001b[31m✘ \u001b[41;31m[ERROR]\u001b[0m Not logged in. Please run `wrangler login` to authenticate.",
	"In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.\nrerun this command with `--temporary`",
])("says how to log in, in the place of wrangler's %j", async (stderr) => {
	const run = async () => ({ code: 1, stdout: "", stderr });
	await expect(putSecrets(run, { file, names: REQUIRED, replaced: [] })).rejects.toThrow(
		/^wrangler is not logged in\. Run: npx wrangler login, or set CLOUDFLARE_API_TOKEN$/,
	);
});

it("repeats other output of wrangler without its colours", async () => {
	const run = async () => ({
		code: 1,
		stdout: "",
		stderr: "\u001b[31mNo network\u001b[0m\n🪵  Logs were written to x",
	});
	await expect(putSecrets(run, { file, names: REQUIRED, replaced: [] })).rejects.toThrow(/:\n\nNo network$/);
});

it("puts only what the Worker lacks", async () => {
	const { run, given } = wranglerWith(["PEPPERS", "UI_CLIENT_ID"]);
	const { put, kept } = await putSecrets(run, { file, names: REQUIRED, replaced: [] });
	expect(kept).toEqual(["PEPPERS", "UI_CLIENT_ID"]);
	expect(Object.keys(given[0] ?? {})).toEqual(put);
	expect({ ...parseEnv(readFileSync(file, "utf8")) }).toEqual(given[0]);
});

it("keeps the values of a run that failed, and puts the same ones next", async () => {
	const failing = wranglerWith([], FAILED);
	const failed = putSecrets(failing.run, { file, names: REQUIRED, replaced: [] });
	await expect(failed).rejects.toThrow(/were not put.*the next run uses them[\s\S]*Cloudflare API failed/);
	const next = wranglerWith([]);
	await putSecrets(next.run, { file, names: REQUIRED, replaced: [] });
	expect(next.given).toEqual(failing.given);
});

it("puts nothing if a value in the file is wrong, and does not repeat the value", async () => {
	writeFileSync(file, "PEPPERS='not-the-right-form'\n");
	const { run, given } = wranglerWith([]);
	const error = await putSecrets(run, { file, names: REQUIRED, replaced: [] }).catch((thrown) => thrown);
	expect(error.message).toMatch(/Nothing was put.*PEPPERS: must be JSON/);
	expect(error.message).not.toContain("not-the-right-form");
	expect(given).toEqual([]);
});

it("does not take a failed list for a Worker without secrets", async () => {
	const run = async () => FAILED;
	await expect(putSecrets(run, { file, names: REQUIRED, replaced: [] })).rejects.toThrow(
		"could not be listed",
	);
});
