/** The code of docs/guides/hosted-links.md works: it makes a link, and reads it when a case was filed through it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { readSection } from "../support/docs/run-section.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";

type Snippet = {
	makeRecoveryLink(claim: object): Promise<Record<string, string>>;
	readLink(linkId: string): Promise<Record<string, string>>;
};

const ORIGIN = "https://app.example.com";
let folder: string;
let service: Service;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "replevin-hosted-links-"));
	service = await startService({ stateDir: join(folder, "state") });
});
afterAll(async () => {
	await service?.stop();
	await rm(folder, { recursive: true, force: true });
});

it("makes a link for a claim and reads it", async () => {
	const developer = await registerDeveloper(service.url);
	const { apiKey, apiSecret } = await issueKey(service.url, developer);
	const allow = `INSERT INTO origins SELECT 'org_1', '${ORIGIN}', developer_id, 'allowed', 1, 1, NULL, NULL FROM developers`;
	await executeSql({ kind: "local", stateDir: join(folder, "state") }, [allow]);
	const [block] = readSection("docs/guides/hosted-links.md", "Make a link", "js");
	const file = join(folder, "recovery-link.mjs");
	await writeFile(file, block?.code ?? "");
	Object.assign(process.env, {
		REPLEVIN_URL: service.url,
		REPLEVIN_KEY: apiKey,
		REPLEVIN_SECRET: apiSecret,
	});
	const { makeRecoveryLink, readLink } = (await import(pathToFileURL(file).href)) as Snippet;
	const claim = {
		id: 42,
		attempt: 1,
		lostAccount: `0x${"ab".repeat(20)}`,
		chainId: 8453,
		returnUrl: `${ORIGIN}/done`,
	};
	const link = await makeRecoveryLink(claim);
	expect(link.url).toMatch(/\/l\/[\w-]{43}$/);
	expect(await readLink(String(link.linkId))).toMatchObject({
		status: "open",
		reference: "claim:42",
		origin: ORIGIN,
	});
	const again = await makeRecoveryLink(claim);
	expect(again).toMatchObject({ linkId: link.linkId, notice: expect.any(String) });
	await expect(
		makeRecoveryLink({ ...claim, attempt: 2, returnUrl: "https://other.example/" }),
	).rejects.toThrow("INPUT_VALIDATION_ERROR");
});
