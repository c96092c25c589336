/** One endpoint of a hundred hangs (webhooks.md "The way of an event"). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../scripts/until.ts";
import { type Service, startService } from "../support/service/service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { fileCase, newFiling } from "../support/signing/filing.ts";
import { verifyWebhook } from "../support/webhooks/verify-webhook.ts";
import { addEndpoint, type PartnerEndpoint, readDeliveries } from "../support/webhooks/webhook-partner.ts";
import { type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

const PARTNERS = 10;
const ENDPOINTS_EACH = 10;
const ROUNDS = 3;
/** An endpoint of the first partner, so that nine others get the same event. */
const HANGING = "0-0";
/** Less than a hanging attempt takes, and more than a busy machine needs. */
const ARRIVED_WITHIN_MS = 12_000;

let stateDir: string;
let receiver: Receiver;
let service: Service;
const partners: ServicePartner[] = [];
/** By partner, then by number. */
let endpoints: PartnerEndpoint[][];

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

type Named = { name: string; partner: number };
const ninetyNine: Named[] = numbers(PARTNERS)
	.flatMap((partner) => numbers(ENDPOINTS_EACH).map((number) => ({ name: `${partner}-${number}`, partner })))
	.filter(({ name }) => name !== HANGING);

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-neighbours-"));
	[service, receiver] = await Promise.all([startService({ stateDir }), startReceiver()]);
	// In sequence, because parallel logins from one address would look like password guessing.
	for (const _ of numbers(PARTNERS)) partners.push(await registerPartner(service.url));
	endpoints = await Promise.all(
		partners.map((partner, at) =>
			Promise.all(
				numbers(ENDPOINTS_EACH).map((number) => addEndpoint(partner, receiver.hook(`${at}-${number}`))),
			),
		),
	);
});
afterAll(async () => {
	await service?.stop();
	await receiver?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

/** Files one case for each partner. @returns milliseconds from the filing to each arrival at the ninety-nine */
async function timeRound(): Promise<number[]> {
	const before = new Map(ninetyNine.map(({ name }) => [name, receiver.received(name).length]));
	const filings = await Promise.all(partners.map(() => newFiling()));
	const filed = filings.map((filing, at) => {
		const sent = fileCase(partners[at] as ServicePartner, filing);
		return { sent, at: performance.now() };
	});
	await Promise.all(filed.map(({ sent }) => sent));
	const latest = ({ name }: Named) => receiver.received(name).slice(before.get(name));
	await until(
		() => ninetyNine.every((one) => latest(one).length > 0),
		ARRIVED_WITHIN_MS,
		() => `${ninetyNine.filter((one) => latest(one).length > 0).length} of ${ninetyNine.length} arrived`,
	);
	return ninetyNine.map((one) => {
		const [arrived, ...more] = latest(one);
		expect(more).toEqual([]);
		return (arrived?.firstByteAt ?? 0) - (filed[one.partner]?.at ?? 0);
	});
}

/** The last arrival of the fastest round, because other work of the machine only adds time. */
async function timeRounds(): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) times.push(Math.max(...(await timeRound())));
	return Math.min(...times);
}

it("an endpoint that hangs does not delay ninety-nine others", async () => {
	await timeRound();
	const healthy = await timeRounds();
	receiver.script(HANGING, [{ manner: "hang" }]);
	const beside = await timeRounds();

	const [hanging] = endpoints[0] ?? [];
	const deliveries = await readDeliveries(partners[0] as ServicePartner, hanging?.endpointId ?? "");
	const waiting = deliveries.filter(({ status }) => status === "waiting");
	expect(waiting).toHaveLength(ROUNDS);
	for (const [at, some] of endpoints.entries()) {
		for (const [number, { secret }] of some.entries()) {
			for (const request of receiver.received(`${at}-${number}`)) verifyWebhook(request, secret);
		}
	}
	console.log(
		`all ninety-nine after ${healthy.toFixed(0)} ms, beside one that hangs ${beside.toFixed(0)} ms`,
	);
	// An event that waited for the hanging endpoint would wait ten seconds or more. A busy machine adds some.
	expect(beside).toBeLessThan(healthy + 5_000);
});
