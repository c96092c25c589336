// webhooks.md "The way of an event", mail.md "Watchers".
/**
 * A case filed at the moment of a kill is wholly there after the restart, with its event and the mail to who watches its account,
 * or wholly absent.
 */
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { until } from "../../scripts/until.ts";
import { caseIdOf } from "../../src/kernel/crypto/ids.ts";
import type { RecoveryIntent } from "../../src/protocol/intent.ts";
import { caseRecordResponse } from "../../src/recovery/case/case-record.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { type Service, startService } from "../support/service/service.ts";
import {
	openWalletSession,
	partnerAt,
	registerPartner,
	type ServicePartner,
} from "../support/service/service-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";

const CASES_PER_ROUND = 60;
/** As many as may be open for one account. */
const OF_OWNER = 5;
/** While the first are being written, in the middle, and when the last are on their way out. */
const KILL_AFTER_RESPONSES = [1, 25, 45];
/** The first wait of the outbox is 5 s; a pointer that was lost twice comes after 20 s more. */
const RECOVERED_WITHIN_MS = 40_000;
const POLL_INTERVAL_MS = 250;
/** The runtime locks a database for a moment when it closes one that nobody asked for ten seconds. */
const BUSY_TIMEOUT_MS = 5_000;

let stateDir: string;
let service: Service;
let partner: ServicePartner;
let accounts = 0;

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-kill-"));
	service = await startService({ stateDir });
	partner = await registerPartner(service.url);
});
afterAll(async () => {
	await service?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

const eventRow = z.object({ case_id: z.string(), event_id: z.string(), confirmed_at: z.number().nullable() });

/** What stands in D1, read from its file beside the running service. */
function readD1<Row>(query: string, row: z.ZodType<Row>): Row[] {
	const files = globSync(join(stateDir, "v3/d1/miniflare-D1DatabaseObject/*.sqlite"));
	const file = files.find((name) => !name.endsWith("metadata.sqlite"));
	const database = new DatabaseSync(file ?? "", { readOnly: true, timeout: BUSY_TIMEOUT_MS });
	try {
		return database
			.prepare(query)
			.all()
			.map((found) => row.parse(found));
	} finally {
		database.close();
	}
}

const storedEvents = () => readD1("SELECT case_id, event_id, confirmed_at FROM events", eventRow);

const toldRow = z.object({ cases: z.number().nullable(), mails: z.number() });

/** Of how many cases the owner is told, now or with the mail of the next hour, and how many mails she has. */
function toldTo(owner: string): z.infer<typeof toldRow> {
	const ofOwner = `FROM mails JOIN watchers ON watcher_id = recipient
		WHERE kind = 'claim_filed' AND account = '${owner.toLowerCase()}'`;
	const query = `SELECT (SELECT sum(json_extract(facts, '$.cases')) ${ofOwner}) AS cases,
		(SELECT count(*) FROM local_mails WHERE mail_id IN (SELECT mail_id ${ofOwner})) AS mails`;
	return readD1(query, toldRow)[0] ?? { cases: null, mails: 0 };
}

/** An owner whose address watches her account. */
async function newOwner() {
	const signer = privateKeyToAccount(generatePrivateKey());
	const { address } = signer;
	const email = `${address.toLowerCase()}@example.com`;
	const owner = partnerAt(service.url, await openWalletSession(partner, { address, chainId: 1, signer }));
	expect((await owner.send("/watchers", { email })).status).toBe(201);
	const textRow = z.object({ text: z.string() });
	const mailed = () => readD1(`SELECT text FROM local_mails WHERE recipient = '${email}'`, textRow);
	await until(() => mailed().length > 0, RECOVERED_WITHIN_MS);
	const code = /(?:[0-9A-Z]{5}-){4}[0-9A-Z]{5}/.exec(mailed()[0]?.text ?? "")?.[0];
	expect((await owner.send("/watchers/confirm", { code })).status).toBe(200);
	return { address, email };
}

type Filing = { intent: RecoveryIntent; body: object; caseId: string };

/** The first name the owner's account. */
async function newFilings(owner: Hex): Promise<Filing[]> {
	const intents = Array.from({ length: CASES_PER_ROUND }, (_, at) =>
		newIntent({
			lostAccount: at < OF_OWNER ? owner : `0x${(++accounts).toString(16).padStart(40, "0")}`,
		}),
	);
	return Promise.all(
		intents.map(async (intent) => ({
			intent,
			body: await newCaseBody(intent),
			caseId: caseIdOf(hashRecoveryIntent(intent)),
		})),
	);
}

/** Sends all of them and kills everything after so many responses. Returns the cases that got one. */
async function fileAndKill(filings: Filing[], responses: number): Promise<Set<string>> {
	const accepted = new Set<string>();
	const runtime = service.workerdPid();
	const sending = filings.map(async ({ body, caseId }) => {
		const response = await partner.send("/recovery-cases/new-case", body);
		if (response.status === 201) accepted.add(caseId);
		// At once, in the middle of what the others do; the rest of the service follows below.
		if (accepted.size === responses) process.kill(runtime, "SIGKILL");
	});
	await Promise.allSettled(sending);
	await service.killTree();
	return accepted;
}

describe("kill -9 while cases are filed", () => {
	it.each(KILL_AFTER_RESPONSES)("after %i responses", async (responses) => {
		const owner = await newOwner();
		const filings = await newFilings(owner.address);
		const accepted = await fileAndKill(filings, responses);
		service = await startService({ stateDir });
		partner = partner.at(service.url);

		const present = new Set<string>();
		for (const { intent, caseId } of filings) {
			const response = await partner.send(`/recovery-cases/${caseId}`);
			if (response.status === 404) continue;
			expect(response.status).toBe(200);
			const record = caseRecordResponse().parse(await response.json());
			expect(record).toMatchObject({ caseId, status: "created", version: 1, transactions: intent.txs });
			expect(record.history).toHaveLength(1);
			present.add(caseId);
		}
		for (const caseId of accepted) expect(present).toContain(caseId);
		console.log(`${accepted.size} got a response, ${present.size} of ${filings.length} on file`);
		expect(accepted.size).toBeGreaterThanOrEqual(responses);

		const ids = new Set(filings.map((filing) => filing.caseId));
		await until(
			() => {
				const arrived = storedEvents().filter(
					(event) => ids.has(event.case_id) && event.confirmed_at !== null,
				);
				return arrived.length >= present.size;
			},
			RECOVERED_WITHIN_MS,
			() => `events are missing: ${JSON.stringify(storedEvents())}`,
			POLL_INTERVAL_MS,
		);
		const events = storedEvents().filter((event) => ids.has(event.case_id));
		expect(events.map((event) => event.case_id).sort()).toEqual([...present].sort());

		const isOfOwner = filings.slice(0, OF_OWNER).filter(({ caseId }) => present.has(caseId));
		const told = isOfOwner.length > 0 ? { cases: isOfOwner.length, mails: 1 } : { cases: null, mails: 0 };
		const isTold = () => JSON.stringify(toldTo(owner.address)) === JSON.stringify(told);
		const words = () =>
			`told is ${JSON.stringify(toldTo(owner.address))} in place of ${JSON.stringify(told)}`;
		await until(isTold, RECOVERED_WITHIN_MS, words, POLL_INTERVAL_MS);

		const retried = await Promise.all(
			filings.map(({ body }) => partner.send("/recovery-cases/new-case", body)),
		);
		expect(retried.map((response) => response.status)).toEqual(
			filings.map(({ caseId }) => (present.has(caseId) ? 200 : 201)),
		);
	});
});
