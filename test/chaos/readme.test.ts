/** The README's walk works when it is pasted. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");
let stateDir: string;
let service: Service;

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-readme-"));
	service = await startService({ stateDir });
});
afterAll(async () => {
	await service?.stop();
	await rm(stateDir, { recursive: true, force: true });
	await rm(join(root, "sign.mjs"), { force: true });
});

it("files a case, attaches its order, reads and lists it", async () => {
	const readme = await readFile(join(root, "README.md"), "utf8");
	const walk = readme.slice(readme.indexOf("## The main job"));
	const blocks = [...walk.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
	expect(blocks).toHaveLength(5);
	const script = blocks.join("\n").replaceAll("http://127.0.0.1:8787", service.url);
	const { stdout, stderr } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
		cwd: root,
	});
	expect(stderr).toBe("");
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
