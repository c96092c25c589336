/** sdk.md "Command line": `keys`, whose sessions end with the command, and whose secrets go where they were asked to. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { COMMAND_ENV, commandFolder } from "../../support/sdk/run-command.ts";
import { json, problem } from "../../support/sdk/scripted-fetch.ts";

const { folder, write, replevin, remove } = commandFolder();
afterAll(remove);

const URL = COMMAND_ENV.REPLEVIN_URL;
const ID = "1f0c8a4e-5b6d-47a8-9e0c-1d2b3a495867";
const issued = {
	keyId: ID,
	label: "laptop",
	apiKey: "sk_new",
	apiSecret: "ss_new",
	createdAt: "2026-11-23T12:00:00.000Z",
	expiresAt: null,
};
const listed = {
	keyId: ID,
	label: "laptop",
	hint: "sk_…1234",
	lastUsedAt: null,
	expiresAt: null,
	rotatedFrom: null,
};
const session = () => json({ user: {}, expiresAt: "t", accessToken: "token" });
const ended = () => json({ loggedOut: true });
const person = () => ({ env: { REPLEVIN_URL: URL }, answers: ["dev@example.com", "Correct-horse-7"] });
const file = join(folder, "config/replevin/credentials.json");

const requests = (sent: Request[]) =>
	sent.map(({ method, url }) => `${method} ${url.replace(`${URL}/api/v1`, "")}`);

it("keys list opens a session with e-mail and password, and ends it", async () => {
	const { code, out, err, sent } = await replevin(
		["keys", "list"],
		[session(), json({ data: [listed] }), ended()],
		person(),
	);
	expect(code).toBe(0);
	expect(out).toBe(`${ID}  sk_…1234  does not expire  unused  laptop`);
	expect(requests(sent)).toEqual(["POST /auth/login", "GET /auth/api-keys", "POST /auth/logout"]);
	expect(await sent[0]?.json()).toEqual({ email: "dev@example.com", password: "Correct-horse-7" });
	expect(sent.slice(1).map(({ headers }) => headers.get("authorization"))).toEqual([
		"Bearer token",
		"Bearer token",
	]);
	expect(out + err).not.toMatch(/Correct-horse|token/);
});

it("ends the session where the service rejects", async () => {
	const responses = [session(), problem("EXCEEDED_API_KEY_AMOUNT", 409), ended()];
	const { code, sent } = await replevin(["keys", "create"], responses, person());
	expect(code).toBe(3);
	expect(requests(sent).at(-1)).toBe("POST /auth/logout");
});

it("uses the session of the environment, and leaves it open", async () => {
	const env = { REPLEVIN_URL: URL, REPLEVIN_ACCESS_TOKEN: "mine" };
	const { out, sent } = await replevin(["keys", "list", "--json"], [json({ data: [listed] })], { env });
	expect(JSON.parse(out)).toEqual(listed);
	expect(requests(sent)).toEqual(["GET /auth/api-keys"]);
});

describe("keys create", () => {
	it("prints the pair once", async () => {
		const args = ["keys", "create", "--label", "laptop", "--expires-in-days", "90"];
		const { code, out, sent } = await replevin(args, [session(), json(issued, 201), ended()], person());
		expect([code, out]).toEqual([0, `keyId      ${ID}\napiKey     sk_new\napiSecret  ss_new`]);
		expect(await sent[1]?.json()).toEqual({ label: "laptop", expiresInDays: 90 });
	});

	it.each([[[]], [["--json"]]])(
		"stores the pair for this user alone with --save %s, and prints no secret",
		async (more) => {
			const args = ["keys", "create", "--save", ...more];
			const { code, out, err } = await replevin(args, [session(), json(issued, 201), ended()], person());
			expect(code).toBe(0);
			expect(out + err).not.toContain("ss_new");
			expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
				url: URL,
				apiKey: "sk_new",
				apiSecret: "ss_new",
			});
			expect(statSync(file).mode & 0o777).toBe(0o600);
		},
	);

	it("exits with 3 and says what to do if the response with the secret was lost", async () => {
		const repeated = json({
			keyId: ID,
			label: "laptop",
			createdAt: "t",
			expiresAt: null,
			notice: "Revoke it.",
		});
		const { code, out, err } = await replevin(["keys", "create"], [session(), repeated, ended()], person());
		expect([code, out]).toEqual([3, ""]);
		expect(err).toContain("Revoke it.");
	});

	it("rejects a number of days that is none, before it asks for a password", async () => {
		const { code, sent } = await replevin(["keys", "create", "--expires-in-days", "soon"], [], person());
		expect([code, sent]).toEqual([2, []]);
	});
});

describe("keys rotate", () => {
	it("lets the pair of this command rotate itself, without a person, and stores the successor", async () => {
		const args = ["keys", "rotate", ID, "--self", "--overlap", "3600", "--save"];
		const { code, err, sent } = await replevin(args, [json(issued, 201)]);
		expect(code).toBe(0);
		expect(requests(sent)).toEqual([`POST /auth/api-keys/${ID}/rotate`]);
		expect(sent[0]?.headers.get("x-api-secret")).toBe("ss_1");
		expect(await sent[0]?.json()).toEqual({ overlapSeconds: 3600 });
		expect(err).toContain("is used before the stored one");
		expect(readFileSync(file, "utf8")).toContain("ss_new");
	});

	const OLD = "works until 2026-11-23T12:01:00.000Z, or until its own expiry if that is earlier.";
	const asStored = () => {
		const stored = { url: URL, apiKey: "sk_old", apiSecret: "ss_old" };
		writeFileSync(file, JSON.stringify(stored), { mode: 0o600 });
		return stored;
	};

	it("says until when the old pair works, and that it is the stored one", async () => {
		const stored = asStored();
		const args = ["keys", "rotate", ID, "--self", "--overlap", "60"];
		const { out, err, sent } = await replevin(args, [json(issued, 201)], { env: {} });
		expect(sent[0]?.headers.get("x-api-secret")).toBe("ss_old");
		expect(out).toContain("ss_new");
		expect(err).toContain(OLD);
		expect(err).toContain("The pair that replevin login stored is the old one.");
		expect(err).toContain("--save");
		expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(stored);
	});

	it("replaces the stored pair with --save, and says until when the old one works", async () => {
		asStored();
		const args = ["keys", "rotate", ID, "--self", "--overlap", "60", "--save"];
		const { out, err } = await replevin(args, [json(issued, 201)], { env: {} });
		expect(out).toBe(`${ID} for ${URL} is stored in ${file}.`);
		expect(err).toContain(OLD);
		expect(err).not.toContain("stored is the old one");
		expect(JSON.parse(readFileSync(file, "utf8")).apiSecret).toBe("ss_new");
	});

	it("says that the old pair has ended if there is no overlap", async () => {
		const args = ["keys", "rotate", ID, "--self", "--overlap", "0"];
		const { err } = await replevin(args, [json(issued, 201)]);
		expect(err).toContain("The old pair has ended.");
		expect(err).toContain("REPLEVIN_API_KEY and REPLEVIN_API_SECRET are still the old pair.");
	});

	it("is done in a session without --self", async () => {
		const responses = [session(), json(issued, 201), ended()];
		const { out, err, sent } = await replevin(["keys", "rotate", ID, "--json"], responses, person());
		expect(err).toContain("works until 2026-11-24T12:00:00.000Z");
		expect(err).toContain("If replevin login stored the old pair, it is still stored.");
		expect(JSON.parse(out)).toEqual(issued);
		expect(requests(sent)[1]).toBe(`POST /auth/api-keys/${ID}/rotate`);
	});
});

describe("keys revoke", () => {
	let responses: Response[];
	beforeEach(() => {
		const revoked = json({ keyId: ID, revokedAt: "t", revokedSuccessors: ["next"] });
		responses = [session(), json({ data: [listed] }), revoked, ended()];
	});

	it("shows which key it is, and revokes it after a yes", async () => {
		const { answers, env } = person();
		const given = { env, answers: [...answers, "yes"] };
		const { code, out, sent } = await replevin(["keys", "revoke", ID], responses, given);
		expect(code).toBe(0);
		expect(out).toBe("sk_…1234 (laptop) is revoked since t.\nIts successor next too.");
		expect(requests(sent)[2]).toBe("DELETE /auth/api-keys");
	});

	it("revokes nothing after another answer", async () => {
		const { answers, env } = person();
		responses.splice(2, 1);
		const given = { env, answers: [...answers, "y"] };
		const { code, err, sent } = await replevin(["keys", "revoke", ID], responses, given);
		expect(code).toBe(2);
		expect(err).toContain("Nothing was revoked.");
		expect(requests(sent)).not.toContain("DELETE /auth/api-keys");
	});

	it("mentions --yes if nobody can answer", async () => {
		responses.splice(2, 1);
		const { code, err } = await replevin(["keys", "revoke", ID], responses, person());
		expect(code).toBe(2);
		expect(err).toContain("Nothing was entered for: Revoke sk_…1234 (laptop)? Type yes.");
		expect(err).toContain("Nothing was revoked. Without a terminal, add --yes.");
	});

	it("does not ask with --yes", async () => {
		expect((await replevin(["keys", "revoke", ID, "--yes"], responses, person())).code).toBe(0);
	});
});

it("prints a pair that could not be stored, because nobody could get its secret again", async () => {
	const { answers, env } = person();
	const unwritable = { ...env, XDG_CONFIG_HOME: write("no-folder", "") };
	const { code, out, err } = await replevin(
		["keys", "create", "--save", "--json"],
		[session(), json(issued, 201), ended()],
		{ answers, env: unwritable },
	);
	expect(code).toBe(2);
	expect(JSON.parse(out)).toEqual(issued);
	expect(err).toContain("The pair could not be stored: ");
});
