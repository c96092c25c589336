/** Requests that are repeated because the process was killed before it responded. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultPoints, startFaultPoints } from "../support/faults/fault-points.ts";
import { type FaultService, startFaultService } from "../support/faults/fault-service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { type Filing, fileCase, newFiling } from "../support/signing/filing.ts";

const FILINGS = 3;

let stateDir: string;
let points: FaultPoints;
let service: FaultService;
let partner: ServicePartner;
let filings: Filing[];

async function restart(pointsUrl?: string): Promise<void> {
	await service?.killTree();
	points.clear();
	service = await startFaultService(stateDir, pointsUrl);
	partner = partner?.at(service.url);
}

/** Kills the process when these cases are durable and none of them is in D1. */
async function killBeforeIndex(): Promise<void> {
	const stops = filings.map(({ caseId }) => ({ point: "index", caseId }) as const);
	for (const stop of stops) points.stopAt(stop);
	for (const filing of filings) fileCase(partner, filing).catch(() => undefined);
	await Promise.all(stops.map((stop) => points.reached(stop)));
	await restart();
}

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-retries-"));
	points = await startFaultPoints();
	await restart(points.url);
	partner = await registerPartner(service.url);
	filings = await Promise.all(Array.from({ length: FILINGS }, newFiling));
	await killBeforeIndex();
});
afterAll(async () => {
	await service?.stop();
	await points?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

describe("a filing that is repeated after a kill before D1 had the case", () => {
	it("is answered with 200, and exists, the list and notices show the case at once", async () => {
		for (const { body, caseId, intent } of filings) {
			const { chainId, lostAccount } = intent.rec;
			expect((await partner.send("/recovery-cases/new-case", body)).status).toBe(200);
			const [exists, list, notices] = await Promise.all([
				partner.send("/recovery-cases/exists", intent),
				partner.send(`/recovery-cases?chainId=${chainId}&account=${lostAccount}`),
				partner.send(`/notices?chainId=${chainId}&account=${lostAccount}`),
			]);
			expect(await exists.json()).toMatchObject({ caseExists: true, caseId });
			expect(await list.json()).toMatchObject({ data: [{ caseId }] });
			expect(await notices.json()).toMatchObject({ data: [{ caseId }] });
		}
	});
});
