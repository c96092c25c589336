// hosted-links.md "One link, one case".
/** A filing through a hosted link whose process is killed between the reservation, the case and the link's use. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { until } from "../../scripts/until.ts";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { type FaultPoints, startFaultPoints } from "../support/faults/fault-points.ts";
import { type FaultService, startFaultService } from "../support/faults/fault-service.ts";
import { testSecrets } from "../support/service/secrets.ts";
import {
	issueKey,
	openWalletSession,
	partnerAt,
	registerDeveloper,
	type ServicePartner,
} from "../support/service/service-client.ts";
import { type Filing, newFiling } from "../support/signing/filing.ts";
import { claimant } from "../support/signing/signing.ts";

/** The first wait of the outbox is 5 s. */
const RECOVERED_WITHIN_MS = 40_000;

let stateDir: string;
let points: FaultPoints;
let service: FaultService;
let partner: ServicePartner;

async function restart(pointsUrl?: string): Promise<void> {
	await service?.killTree();
	points.clear();
	service = await startFaultService(stateDir, pointsUrl);
	partner = partner?.at(service.url);
}

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-links-"));
	points = await startFaultPoints();
	await restart(points.url);
	const developer = await registerDeveloper(service.url);
	partner = partnerAt(service.url, keyPairHeaders(await issueKey(service.url, developer)));
	const allow =
		"INSERT INTO origins SELECT 'org_1', 'https://app.example.com', developer_id, 'allowed', 1, 1, NULL, NULL FROM developers";
	await executeSql({ kind: "local", stateDir }, [allow]);
});
afterAll(async () => {
	await service?.stop();
	await points?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

async function newStartedLink(): Promise<{ linkId: string; secret: string }> {
	const made = (await (await partner.send("/hosted-links", {})).json()) as { linkId: string; url: string };
	const anonymous = partnerAt(service.url, {});
	const client = { clientId: testSecrets.UI_CLIENT_ID, clientSecret: testSecrets.UI_CLIENT_SECRET };
	const issued = (await (await anonymous.send("/auth/issue-anon-jwt", client)).json()) as {
		accessToken: string;
	};
	const visitor = partnerAt(service.url, { Authorization: `Bearer ${issued.accessToken}` });
	const token = made.url.slice(made.url.lastIndexOf("/") + 1);
	const started = await visitor.send("/hosted-app/links/start", { token });
	return { linkId: made.linkId, secret: ((await started.json()) as { secret: string }).secret };
}

/** Files with a new wallet session, because tokens of before a restart are for another address. */
async function fileThrough(secret: string, { body }: Filing): Promise<Response> {
	const wallet = { address: claimant.address, chainId: 8453, signer: claimant };
	const session = await openWalletSession(partnerAt(service.url, {}), wallet);
	return partnerAt(service.url, { ...session, "x-hosted-link": secret }).send(
		"/recovery-cases/new-case",
		body,
	);
}

async function killAt(point: "create" | "index", filing: Filing, secret: string): Promise<void> {
	const stop = { point, caseId: filing.caseId } as const;
	points.stopAt(stop);
	fileThrough(secret, filing).catch(() => undefined);
	await points.reached(stop);
	await restart(points.url);
}

const statusOf = async (linkId: string) =>
	(await (await partner.send(`/hosted-links/${linkId}`)).json()) as { status: string; caseId: string | null };

it("continues with the same intent, or another one after a while, if the case was never created", async () => {
	const { linkId, secret } = await newStartedLink();
	const [lost, other] = [await newFiling(), await newFiling()];
	await killAt("create", lost, secret);
	expect(await statusOf(linkId)).toMatchObject({ status: "started", caseId: null });
	await until(async () => (await fileThrough(secret, other)).status === 201, RECOVERED_WITHIN_MS);
	expect((await fileThrough(secret, lost)).status).toBe(409);
	expect((await partner.send(`/recovery-cases/${lost.caseId}`)).status).toBe(404);
	const same = await newStartedLink();
	const filing = await newFiling();
	await killAt("create", filing, same.secret);
	expect((await fileThrough(same.secret, filing)).status).toBe(201);
});

it("is used up after the restart if the case was created, and gives no second case", async () => {
	const { linkId, secret } = await newStartedLink();
	const [filing, other] = [await newFiling(), await newFiling()];
	await killAt("index", filing, secret);
	expect((await fileThrough(secret, other)).status).toBe(409);
	expect((await fileThrough(secret, filing)).status).toBe(200);
	await until(async () => (await statusOf(linkId)).status === "used", RECOVERED_WITHIN_MS);
	expect(await statusOf(linkId)).toMatchObject({ caseId: filing.caseId });
	expect((await partner.send(`/recovery-cases/${other.caseId}`)).status).toBe(404);
});
