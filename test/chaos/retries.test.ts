// recovery.md "Rebuilding the copies".
/** Requests that are repeated because the process was killed before it responded. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultPoints, startFaultPoints } from "../support/faults/fault-points.ts";
import { type FaultService, startFaultService } from "../support/faults/fault-service.ts";
import {
	logIn,
	registerDeveloper,
	registerPartner,
	type ServicePartner,
} from "../support/service/service-client.ts";
import { type Filing, fileCase, newFiling } from "../support/signing/filing.ts";

const FILINGS = 3;
const HOOK = "https://hooks.example.com/once";

let stateDir: string;
let points: FaultPoints;
let service: FaultService;
let partner: ServicePartner;
let filings: Filing[];
let interrupted: Interrupted[];

/** A request with an Idempotency-Key that never got its response, and the account that sent it. */
type Interrupted = {
	point: "key-asked" | "endpoint-created" | "finish";
	developerId: string;
	send(): Promise<Response>;
	/** A restart has another address, for which earlier tokens were not issued. */
	logInAgain(): Promise<void>;
	/** The ids in the account's list of such resources. */
	list(): Promise<string[]>;
};

const REQUESTS = [
	{ point: "key-asked", path: "/auth/api-keys", body: { label: "once" }, id: "keyId" },
	{ point: "finish", path: "/auth/api-keys", body: { label: "once" }, id: "keyId" },
	{ point: "endpoint-created", path: "/webhook-endpoints", body: { url: HOOK }, id: "endpointId" },
	{ point: "finish", path: "/webhook-endpoints", body: { url: HOOK }, id: "endpointId" },
] as const;

/** Registers an account for each request, so that each stops at its own point. */
async function newRequest({ point, path, body, id }: (typeof REQUESTS)[number]): Promise<Interrupted> {
	let developer = await registerDeveloper(service.url);
	const key = { "Idempotency-Key": crypto.randomUUID(), "Content-Type": "application/json" };
	const call = (init: RequestInit) => fetch(`${service.url}/api/v1${path}`, init);
	return {
		point,
		developerId: developer.developerId,
		send: () =>
			call({ method: "POST", body: JSON.stringify(body), headers: { ...developer.headers, ...key } }),
		async logInAgain() {
			developer = await logIn(service.url, developer);
		},
		async list() {
			const { data } = (await (await call({ headers: developer.headers })).json()) as {
				data: Record<string, string>[];
			};
			return data.map((one) => one[id] ?? "");
		},
	};
}

async function restart(pointsUrl?: string): Promise<void> {
	await service?.killTree();
	points.clear();
	service = await startFaultService(stateDir, pointsUrl);
	partner = partner?.at(service.url);
}

/** Kills the process when the cases are durable and not in D1, and each other request is at its point. */
async function killInTheMiddle(): Promise<void> {
	const stops = filings.map(({ caseId }) => ({ point: "index", caseId }) as const);
	for (const stop of stops) points.stopAt(stop);
	for (const filing of filings) fileCase(partner, filing).catch(() => undefined);
	for (const { point, developerId, send } of interrupted) {
		points.stopAt({ point, caseId: developerId });
		send().catch(() => undefined);
	}
	await Promise.all([
		...stops.map((stop) => points.reached(stop)),
		...interrupted.map(({ point, developerId }) => points.reached({ point, caseId: developerId })),
	]);
	await restart();
}

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-retries-"));
	points = await startFaultPoints();
	await restart(points.url);
	partner = await registerPartner(service.url);
	filings = await Promise.all(Array.from({ length: FILINGS }, newFiling));
	interrupted = await Promise.all(REQUESTS.map(newRequest));
	await killInTheMiddle();
});
afterAll(async () => {
	await service?.stop();
	await points?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

describe("a filing that is repeated after a kill before D1 had the case", () => {
	it("gets 200, and exists, the list and notices show the case immediately", async () => {
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

describe("a request with an Idempotency-Key that is repeated after a kill", () => {
	it.each(REQUESTS.map(({ point, path, id }, at) => [path, point, id, at] as const))(
		"to %s at the point %s creates one resource",
		async (_, point, id, at) => {
			const { send, list, logInAgain } = interrupted[at] as Interrupted;
			await logInAgain();
			const first = await send();
			// No key was issued yet, so the caller gets one with its secret.
			expect(first.status).toBe(point === "key-asked" ? 201 : 200);
			const created = ((await first.json()) as Record<string, string>)[id];
			expect(await list()).toEqual([created]);
			const again = await send();
			expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([200, "true"]);
			expect(await again.json()).toMatchObject({ [id]: created });
			expect(await list()).toEqual([created]);
		},
	);
});
