/** The commands of the README and of curl.md work when they are pasted (architecture.md "Running it"). */
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runSection, startAndStop } from "../support/docs/run-section.ts";
import { type Service, startService } from "../support/service/service.ts";

const root = join(import.meta.dirname, "../..");
let directory: string;
let service: Service;
/** Where the walk is pasted: a folder with the packages of the repository, whose own files it cannot touch. */
let folder: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "replevin-readme-"));
	folder = join(directory, "walk");
	await mkdir(folder);
	await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
	service = await startService({ stateDir: join(directory, "state") });
});
afterAll(async () => {
	await service?.stop();
	await rm(directory, { recursive: true, force: true });
});

it("starts the service, and has the demo", async () => {
	const { code, stdout, stderr } = await runSection("README.md", "Try it", {
		cwd: root,
		adapt: {
			"npm start": startAndStop(join(directory, "own")),
			// demo.test.ts runs it whole.
			"npm run demo": "npm run demo -- --help",
		},
	});
	expect([code, stderr]).toEqual([0, ""]);
	expect(stdout).toMatch(/^Listening on http:/m);
	expect(stdout).toContain("Usage: npm run demo");
});

it("files a case, attaches its order, reads and lists it", async () => {
	const before = await readdir(root);
	const { code, stdout, stderr } = await runSection("docs/curl.md", "The main job, by hand", {
		cwd: folder,
		replace: { "http://127.0.0.1:8787": service.url },
	});
	expect([code, stderr]).toEqual([0, ""]);
	expect(await readdir(root)).toEqual(before);
	expect((await readdir(folder)).sort()).toEqual(["node_modules", "sign.mjs"]);
	const [registered, created, ordered, read, listed] = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(registered).toMatchObject({ user: { role: "developer" } });
	expect(created).toMatchObject({ status: "created", version: 1 });
	expect(ordered).toMatchObject({
		caseId: created.caseId,
		status: "pending",
		courtOrder: { docketNumber: 17 },
	});
	expect(read).toEqual(ordered);
	expect(listed).toMatchObject({ data: [{ caseId: created.caseId, status: "pending" }], nextCursor: null });
});
