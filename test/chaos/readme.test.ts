/** The README's walk works when it is pasted. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
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

it("files a case, attaches its order, reads and lists it", async () => {
	const before = await readdir(root);
	const readme = await readFile(join(root, "README.md"), "utf8");
	const walk = readme.slice(readme.indexOf("## The main job"));
	const blocks = [...walk.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
	expect(blocks).toHaveLength(5);
	const script = blocks.join("\n").replaceAll("http://127.0.0.1:8787", service.url);
	const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-euo", "pipefail", "-c", script], {
		cwd: folder,
	});
	expect(stderr).toBe("");
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
