/**
 * quality.md "State of older builds".
 *
 * The service reads, verifies and continues the state of an older build, which holds every kind of hashed, sealed,
 * signed and derived value (test/fixtures/state-2026-11/README.md). A failure means that something stored was
 * renamed: a `kind` in a hashed payload, a key-derivation purpose, the context of a seal, a column or a setting.
 *
 * The tests share one state and run in this order: those that only read come first.
 *
 * Over 300 lines: the state is unpacked and started once for all of them.
 */
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { verifyEvidenceText } from "../../src/recovery/evidence/verify-evidence.ts";
import { createApi, type Headers, textsOf } from "../fixtures/state-2026-11/api.ts";
import { type Manifest, type OlderState, openState } from "../fixtures/state-2026-11/open.ts";
import * as wallets from "../fixtures/state-2026-11/wallets.ts";
import { environment, until } from "../support/service/service.ts";
import { agreementBody, eraseBody, privacyCodeBody } from "../support/signing/estate-signing.ts";
import { jsonOf, willFields } from "../support/signing/will-signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";
import { type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

const ROOT = join(import.meta.dirname, "../..");
const WITHIN_MS = 30_000;
const DAY_MS = 86_400_000;
/** What is finished may be forgotten afterwards; a day less, so that no alarm decides about a test. */
const DELIVERIES_KEPT_MS = 29 * DAY_MS;
const DEAD_LETTERS_KEPT_MS = 89 * DAY_MS;
/** Accounts; the deletion of the second one was cut short. */
const DELETED = ["gone", "leaving"];
const MOVES = [
	"add_document",
	"attach_order",
	"attest_execution",
	"clear",
	"contest",
	"create",
	"expire",
	"find_mismatch",
	"judge_execution",
	"observe_activity",
	"prove_execution",
	"reject",
	"require_action",
	"verify_order",
	"withdraw",
];

let older: OlderState;
let manifest: Manifest;
let receiver: Receiver;
let now: number;
const { request, text, json, bytes, logIn, walletSession } = createApi(() => older.url());
const sessions = new Map<string, Promise<Headers>>();

const keyRing = z.record(z.string(), z.string());
const NEWEST_KEK = Buffer.alloc(32, 3).toString("base64");

beforeAll(async () => {
	older = openState();
	({ manifest } = older);
	receiver = await startReceiver();
	const keys = keyRing.parse(JSON.parse(manifest.settings.second.KEY_ENCRYPTION_KEYS));
	await older.start({ KEY_ENCRYPTION_KEYS: JSON.stringify({ ...keys, 3: NEWEST_KEK }) });
	now = Date.now();
});
afterAll(async () => {
	await older?.close();
	await receiver?.stop();
});

/** Headers of somebody, who the manifest calls `key:…`, `session:…`, `wallet:…` or `public`. */
async function headersOf(as: string): Promise<Headers> {
	const [kind, name = ""] = as.split(/:(.*)/s);
	if (kind === "public") return {};
	if (kind === "key") {
		const key = manifest.apiKeys.find(({ of }) => of === name);
		return { "x-api-key": key?.apiKey ?? "", "x-api-secret": key?.apiSecret ?? "" };
	}
	const opened = sessions.get(as) ?? open(kind, name);
	sessions.set(as, opened);
	return opened;
}

function open(kind: string | undefined, name: string): Promise<Headers> {
	if (kind === "wallet") return walletSession(wallets.walletOf(name));
	const { email, password } = member(manifest.developers, name);
	return logIn(email, password);
}

function member<T>(of: Record<string, T>, name: string): T {
	const found = of[name];
	if (found === undefined) throw new Error(`the state has no ${name}`);
	return found;
}

const isPast = (time: string | null) => time !== null && Date.parse(time) <= now;
const codeOf = (body: string): string => textsOf(Object(JSON.parse(body)).error, "code").code;

describe("credentials", () => {
	it("logs in with every password, except to deleted accounts", async () => {
		for (const [name, { developerId, email, password }] of Object.entries(manifest.developers)) {
			if (DELETED.includes(name)) {
				expect(codeOf(await text(401, "POST", "/auth/login", {}, { email, password }))).toBe(
					"INVALID_PASSWORD",
				);
				continue;
			}
			const headers = await headersOf(`session:${name}`);
			expect(await json(200, "GET", "/auth/me", headers)).toMatchObject({ user: { id: developerId, email } });
		}
	});

	it("accepts every API key until its end, and never with the secret of another", async () => {
		const statusOf = async (apiKey: string, apiSecret: string) => {
			const headers = { "x-api-key": apiKey, "x-api-secret": apiSecret };
			return (await request("GET", "/recovery-cases?limit=1", headers)).status;
		};
		expect(manifest.apiKeys.length).toBeGreaterThan(10);
		for (const [at, { of, label, apiKey, apiSecret, worksUntil }] of manifest.apiKeys.entries()) {
			const works = !DELETED.includes(of) && !isPast(worksUntil);
			expect([of, label, await statusOf(apiKey, apiSecret)]).toEqual([of, label, works ? 200 : 401]);
			const other = manifest.apiKeys.at(at - 1)?.apiSecret ?? "";
			expect([of, label, await statusOf(apiKey, other)]).toEqual([of, label, 401]);
		}
	});

	it("publishes the keys that verify session tokens of both signing keys", async () => {
		const jwks = z
			.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
			.parse(await json(200, "GET", "/.well-known/jwks.json"));
		expect(jwks).toEqual(older.seen.jwks.session);
		for (const { token, at } of Object.values(manifest.tokens)) {
			const options = { issuer: manifest.settings.second.BASE_URL, typ: "at+jwt", currentDate: new Date(at) };
			const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), options);
			expect(payload.sub).toBe(manifest.developers.ada.developerId);
		}
	});
});

describe("stored data", () => {
	const row = z.looseObject({});
	const listSchema = z.looseObject({ data: z.array(row) });
	const bareProfileSchema = z.looseObject({
		agreement: z.looseObject({ accepted: z.null() }),
		will: z.null(),
		privacyCodes: z.array(z.unknown()).length(0),
	});
	type Row = z.infer<typeof row>;
	/** Without the fields that later versions add for reviewers. */
	const summaryOf = ({ courtOrder: _, documentCount: __, ...summary }: Row): Row => summary;
	const byCaseId = (a: Row, b: Row) => (String(a.caseId) < String(b.caseId) ? -1 : 1);
	const timeOf = (value: unknown) => Date.parse(z.string().parse(value));

	/** Later versions also name the operator in a profile, and the developer in a case under review. */
	function withoutAdditions(path: string, body: unknown): unknown {
		if (path.startsWith("/review/recovery-cases/")) {
			const competingCases = Object(body).competingCases.map(summaryOf);
			return { ...Object(body), developer: undefined, competingCases };
		}
		const profile = z.looseObject({ agreement: z.looseObject({}) }).safeParse(body).data;
		if (!profile) return body;
		const { operator: _, ...agreement } = profile.agreement;
		return { ...profile, agreement };
	}

	/** Leaves out what time and use have changed. @param body of one of the readings, or of the same request now */
	function lasting(path: string, body: unknown): unknown {
		const list = listSchema.safeParse(body).data;
		const each = (change: (row: Row) => Row | null) => ({
			...list,
			data: list?.data.map(change).filter((changed) => changed !== null),
		});
		if (path === "/auth/api-keys")
			return each(({ lastUsedAt: _, rotatedFrom: __, ...key }) =>
				key.expiresAt !== null && timeOf(key.expiresAt) <= now ? null : key,
			);
		if (path === "/webhook-endpoints")
			return each(
				({ status, lastSuccessAt, lastFailureAt, successRate, previousSecretEndsAt, ...rest }) => rest,
			);
		if (path.endsWith("/deliveries?limit=100"))
			return each(({ attempts, nextAttemptAt, ...rest }) =>
				rest.status === "waiting" ? rest : { ...rest, attempts },
			);
		if (path.startsWith("/review/dead-letters"))
			return each((letter) =>
				letter.requeuedAt !== null && timeOf(letter.requeuedAt) < now - DEAD_LETTERS_KEPT_MS ? null : letter,
			);
		if (path.includes("release-requests"))
			return each((release) =>
				release.downloadableUntil !== null && timeOf(release.downloadableUntil) <= now
					? { ...release, phase: "over" }
					: release,
			);
		// It reaches the index when the service starts.
		if (path.startsWith("/review/recovery-cases?")) {
			const { total: _, ...page } = Object(body);
			const data: Row[] = page.data.map(summaryOf);
			// The list was newest first. The case in the outbox reaches the index when the service starts.
			const isListed = ({ caseId }: Row) => caseId !== manifest.cases["left in the outbox"].caseId;
			return { ...page, data: data.filter(isListed).sort(byCaseId) };
		}
		const known = withoutAdditions(path, body);
		const profile = bareProfileSchema.safeParse(known).data;
		if (!profile) return known;
		// The profile of an address without a signed message has the times of the request.
		const { createdAt, updatedAt, ...rest } = profile;
		return rest;
	}

	it("gives every recorded response again: accounts, cases, events, notices, endpoints, estates, reviews", async () => {
		const { readings } = older.seen;
		const others = readings.filter(({ path }) => !/^\/review\/audit|\/deliveries\?/.test(path));
		expect(others.length).toBeGreaterThan(150);
		for (const { as, path, body } of others) {
			const read = await json(200, "GET", path, await headersOf(as));
			expect([as, path, lasting(path, read)]).toEqual([as, path, lasting(path, body)]);
		}
	});

	it("lists every delivery that is still kept", async () => {
		const isKept = ({ status, attempts }: Row) => {
			const [last] = z
				.array(z.object({ at: z.string() }))
				.parse(attempts)
				.slice(-1);
			return status === "waiting" || (last !== undefined && Date.parse(last.at) > now - DELIVERIES_KEPT_MS);
		};
		const statuses = new Set<unknown>();
		for (const { as, path, body } of older.seen.readings.filter(({ path }) =>
			path.includes("/deliveries?"),
		)) {
			const { data } = listSchema.parse(body);
			for (const { status } of data) statuses.add(status);
			const kept = lasting(path, { data: data.filter(isKept) });
			const read = lasting(path, await json(200, "GET", path, await headersOf(as)));
			expect(listSchema.parse(read).data).toEqual(expect.arrayContaining(listSchema.parse(kept).data));
		}
		expect(statuses).toEqual(new Set(["delivered", "waiting", "skipped"]));
	});

	it("keeps the audit, and names wallets and client addresses in it as before", async () => {
		const recorded = older.seen.readings
			.filter(({ path }) => path === "/review/audit")
			.flatMap(({ body }) => listSchema.parse(body).data);
		const read: Row[] = [];
		const reviewer = await headersOf("session:carol");
		for (let cursor = ""; ; ) {
			const page = await json(
				200,
				"GET",
				`/review/audit?limit=100${cursor && `&cursor=${cursor}`}`,
				reviewer,
			);
			const { data, nextCursor } = listSchema.extend({ nextCursor: z.string().nullable() }).parse(page);
			read.push(...data);
			if (nextCursor === null) break;
			cursor = nextCursor;
		}
		// Later builds count refusals; every older entry is one.
		expect(read.slice(-recorded.length)).toEqual(recorded.map((entry) => ({ ...entry, count: 1 })));
		const opened = ({ action }: Row) => action === "wallet_session.opened";
		const since = read.slice(0, -recorded.length).filter(opened);
		expect(since.length).toBeGreaterThan(5);
		for (const name of ["actor", "ipHash"]) {
			const known = new Set(recorded.filter(opened).map((entry) => entry[name]));
			for (const entry of since) expect(known).toContain(entry[name]);
		}
	});

	it("opens every sealed document of cases, release requests and estates", async () => {
		expect(manifest.files.length).toBeGreaterThan(10);
		for (const { as, path, sha256 } of manifest.files)
			expect([path, wallets.sha256Of(await bytes(path, await headersOf(as)))]).toEqual([path, sha256]);
	});
});

const bundleSchema = z.looseObject({
	caseId: z.string(),
	history: z.array(z.looseObject({ payload: z.looseObject({ kind: z.string() }) })),
	events: z.array(z.looseObject({ deliveries: z.array(z.looseObject({ deliveredAt: z.string() })) })),
});
type Bundle = z.infer<typeof bundleSchema>;

/** A bundle without what every download makes anew. */
function issued({ issuedAt, head, events, ...rest }: Bundle): object {
	return { ...rest, events: events.map(({ deliveries, ...event }) => event) };
}

/** Only the bodies of events differ, because those of the older build had no `sequence` and no `historyHash`. */
async function expectGenuine(text: string, options: Parameters<typeof verifyEvidenceText>[1], kid: string) {
	const verdict = await verifyEvidenceText(text, options);
	const failures = verdict.ok ? [] : verdict.failures;
	expect(failures.filter(({ where }) => !/^\$\.events\[\d+\]\.body$/.test(where))).toEqual([]);
	expect(decodeProtectedHeader(Object(JSON.parse(text)).head).kid).toBe(kid);
}

/** The bundle of a case as it is issued now, verified with the published keys. */
async function evidenceOf(caseId: string): Promise<Bundle> {
	const jwks = await json(200, "GET", "/.well-known/evidence-jwks.json");
	const bundle = await text(
		200,
		"GET",
		`/recovery-cases/${caseId}/evidence`,
		await headersOf("session:carol"),
	);
	const seenHistoryHashes = Object.values(older.seen.received)
		.flat()
		.filter(({ body }) => body.includes(caseId))
		.map(({ headers }) => headers["replevin-webhook-history-hash"] ?? "");
	await expectGenuine(bundle, { jwks, seenHistoryHashes }, "evidence-2");
	return bundleSchema.parse(JSON.parse(bundle));
}

/** The bundle of a case, whose history has to begin with the recorded one. */
async function continuedEvidenceOf(name: string): Promise<Bundle> {
	const bundle = await evidenceOf(member(manifest.cases, name).caseId);
	const recorded = older.seen.evidence.filter((one) => one.case === name).at(-1);
	const { history } = bundleSchema.parse(JSON.parse(recorded?.text ?? ""));
	expect(bundle.history.slice(0, history.length)).toEqual(history);
	expect(bundle.history.length).toBeGreaterThan(history.length);
	return bundle;
}

describe("evidence", () => {
	it("verifies bundles that the older build issued, with every kind of move", async () => {
		const jwks = await json(200, "GET", "/.well-known/evidence-jwks.json");
		expect(jwks).toEqual(older.seen.jwks.evidence);
		const kinds = new Set<string>();
		for (const { text, run } of older.seen.evidence) {
			const kid = run === "first" ? "evidence-1" : "evidence-2";
			await expectGenuine(text, { jwks }, kid);
			for (const { payload } of bundleSchema.parse(JSON.parse(text)).history) kinds.add(payload.kind);
		}
		expect([...kinds].sort()).toEqual(MOVES);
	});

	it("issues bundles that verify and say the same", async () => {
		for (const { case: name, run, text } of older.seen.evidence) {
			const recorded = bundleSchema.parse(JSON.parse(text));
			const bundle = await evidenceOf(recorded.caseId);
			if (run === "first") {
				expect(bundle.history.slice(0, recorded.history.length)).toEqual(recorded.history);
				continue;
			}
			expect([name, issued(bundle)]).toEqual([name, issued(recorded)]);
			for (const [at, { deliveries }] of recorded.events.entries()) {
				const kept = deliveries.filter(
					({ deliveredAt }) => Date.parse(deliveredAt) > now - DELIVERIES_KEPT_MS,
				);
				expect(bundle.events[at]?.deliveries).toEqual(expect.arrayContaining(kept));
			}
		}
	});
});

describe("estates", () => {
	it("resolves every live privacy code for its developer and a resolver, and no other code", async () => {
		const statusOf = async (label: string, by: string) => {
			const { code } = member(manifest.codes, label);
			const headers = await headersOf(`key:${by}`);
			return (await request("POST", "/estate-profiles/privacy-codes/resolve", headers, { code })).status;
		};
		const dead = ["alice's revoked code", "alice's expired code", "a code of the erased"];
		expect(Object.keys(manifest.codes).length).toBeGreaterThan(8);
		for (const [label, { of }] of Object.entries(manifest.codes)) {
			const expected = dead.includes(label) ? 404 : 200;
			expect([label, await statusOf(label, of)]).toEqual([label, expected]);
			if (expected === 200) expect([label, await statusOf(label, "rita")]).toEqual([label, 200]);
		}
		expect(await statusOf("alice's code", "boris")).toBe(404);
	});

	it("rejects what was signed before an erasure, and numbers the next will after the last one", async () => {
		const estate = wallets.estateOf("erased");
		const path = `/estate-profiles/${estate.ownerAddress}`;
		const partner = await headersOf("key:ada");
		const refusal = async (status: number, method: string, rest: string, body: object) =>
			codeOf(await text(status, method, path + rest, partner, body));
		const deadline = Math.floor(Date.now() / 1000) + 600;
		const service = manifest.settings.second.BASE_URL;
		const erasure = await eraseBody(estate.signer, {
			service,
			nonce: wallets.nonceOf("the erasure"),
			deadline,
		});
		expect(await refusal(409, "DELETE", "", erasure)).toBe("NONCE_ALREADY_USED");
		const label = "a code of the erased";
		const code = { label, expiresAt: 0, nonce: wallets.nonceOf(label) };
		const profile = Object(await json(200, "GET", path, partner));
		const terms = await wallets.agreementBody(
			estate,
			textsOf(profile.agreement.current, "version", "documentHash"),
		);
		expect(await refusal(400, "POST", "/agreement", terms)).toBe("INPUT_VALIDATION_ERROR");
		const nonce = wallets.nonceOf("the terms");
		expect(await refusal(403, "POST", "/agreement", { ...terms, service, nonce })).toBe("INVALID_SIGNER");
		await json(201, "POST", `${path}/agreement`, partner, await agreementBody(estate.signer, { service }));
		const sameNonce = await privacyCodeBody(estate.signer, { service, ...code });
		expect(await refusal(409, "POST", "/privacy-codes", sameNonce)).toBe("NONCE_ALREADY_USED");
		const file = { bytes: pdfFile({ text: "A new will" }), type: "application/pdf" };
		const willBody = async (version: number) =>
			jsonOf(await willFields(estate.signer, { service, bytes: file.bytes, version }), file);
		expect(await refusal(409, "POST", "/will", await willBody(1))).toBe("WILL_VERSION_CONFLICT");
		await json(201, "POST", `${path}/will`, partner, await willBody(3));
		const will = await bytes(`${path}/will`, await headersOf("wallet:erased"));
		expect(wallets.sha256Of(will)).toBe(wallets.sha256Of(file.bytes));
	});

	it("shows an acceptance that was signed without a nonce to a developer with a fresh signature", async () => {
		const { signer, ownerAddress } = wallets.estateOf("alice");
		const path = `/estate-profiles/${ownerAddress}`;
		const acceptedFor = async (by: string) =>
			Object(await json(200, "GET", path, await headersOf(by))).agreement.accepted;
		const accepted = await acceptedFor("wallet:alice");
		expect(accepted).not.toBeNull();
		expect(await acceptedFor("key:rita")).toBeNull();
		const body = await agreementBody(signer, { service: manifest.settings.second.BASE_URL });
		expect(await json(201, "POST", `${path}/agreement`, await headersOf("key:rita"), body)).toMatchObject(
			accepted,
		);
		expect(await acceptedFor("key:rita")).toEqual(accepted);
	});

	it("releases a will when a second approval joins an older one", async () => {
		const approve = async (name: keyof Manifest["releases"], status: number) => {
			const path = `/review/release-requests/${manifest.releases[name].requestId}/decisions`;
			return json(status, "POST", path, await headersOf("session:dana"), { decision: "approve" });
		};
		const { carol, dana } = manifest.developers;
		expect(await approve("approved by one", 200)).toMatchObject({
			phase: "downloadable",
			approvals: [{ reviewerId: carol.developerId }, { reviewerId: dana.developerId }],
		});
		const { requestId, estate } = manifest.releases["approved by one"];
		const { ownerAddress } = wallets.estateOf(estate);
		const path = `/estate-profiles/${ownerAddress}/will`;
		const will = await bytes(`${path}/release-requests/${requestId}/will`, await headersOf("key:rita"));
		const own = manifest.files.find((file) => file.path.startsWith(`${path}?`));
		expect(wallets.sha256Of(will)).toBe(own?.sha256);
		for (const name of ["in its challenge period", "objected", "rejected"] as const) await approve(name, 409);
	});
});

describe("cases", () => {
	const decide = async (status: number, name: string, body: object) => {
		const path = `/review/recovery-cases/${member(manifest.cases, name).caseId}/decisions`;
		return json(status, "POST", path, await headersOf("session:dana"), { reason: "Checked.", ...body });
	};
	const caseOf = (name: string) => {
		const { jrcHash, ...rest } = member(manifest.cases, name);
		return { ...rest, jrcHash: jrcHash as `0x${string}`, path: `/recovery-cases/${jrcHash}` };
	};
	const claimantOf = (name: string) => wallets.walletOf(`claimant of ${name}`);

	it("executes a case when a second attestation joins an older one", async () => {
		const txHash = `0x${"a7".repeat(32)}`;
		const executed = await decide(200, "attested by one", { decision: "attest_execution", txHash });
		expect(executed).toMatchObject({ status: "executed", txHash });
		await continuedEvidenceOf("attested by one");
	});

	it("appends a reviewer's decision to older histories, also that of a contract wallet's case", async () => {
		for (const name of ["pending", "of a contract", "of a deleted developer", "of the hosted app"]) {
			await decide(200, name, { decision: "reject" });
			await continuedEvidenceOf(name);
		}
	});

	it("judges an execution on file when a reviewer verifies its order and clears the case", async () => {
		const name = "executed without a verified order";
		for (const decision of ["verify_order", "clear"]) await decide(200, name, { decision });
		const { history } = await continuedEvidenceOf(name);
		expect(history.at(-1)?.payload.kind).toBe("judge_execution");
	});

	it("does not execute a case by a payment that has proven another one", async () => {
		const name = "executed by another's payment";
		await decide(200, name, { decision: "verify_order" });
		expect(await decide(200, name, { decision: "clear" })).toMatchObject({ status: "pending", txHash: null });
		await continuedEvidenceOf(name);
	});

	it("accepts a wallet's new message, and rejects one that has moved the case before", async () => {
		const name = "with missing documents";
		const { path } = caseOf(name);
		const partner = await headersOf("key:ada");
		const order = (docket: number) => wallets.courtOrderBody(caseOf(name), docket, claimantOf(name));
		await json(409, "PATCH", `${path}/court-order`, partner, await order(17));
		const moved = await json(200, "PATCH", `${path}/court-order`, partner, await order(18));
		expect(moved).toMatchObject({ status: "pending", courtOrder: { docketNumber: 18 } });
		await continuedEvidenceOf(name);
		for (const [name, action, signer] of [
			["to be withdrawn", "withdraw", "claimant of to be withdrawn"],
			["to be contested", "contest", "lost of to be contested"],
		] as const) {
			const body = await wallets.closeCaseBody(caseOf(name), action, wallets.walletOf(signer));
			await json(200, "POST", `${caseOf(name).path}/${action}`, partner, body);
			await continuedEvidenceOf(name);
		}
	});

	it("adds a document, and recognises one that the case has", async () => {
		const { path, caseId } = caseOf("with documents");
		const partner = await headersOf("key:ada");
		const add = (status: number, title: string) => {
			const file = { bytes: pdfFile({ text: title }), mimeType: "application/pdf" } as const;
			return json(status, "POST", `${path}/documents`, partner, { title, file: wallets.fileBody(file) });
		};
		await add(200, "Letters of administration");
		const { documentId } = textsOf(await add(201, "Inventory"), "documentId");
		const added = await bytes(`/recovery-cases/${caseId}/documents/${documentId}`, partner);
		expect(wallets.sha256Of(added)).toBe(wallets.sha256Of(pdfFile({ text: "Inventory" })));
		await continuedEvidenceOf("with documents");
	});
});

describe("webhooks", () => {
	const secretsInForce = (name: keyof Manifest["endpoints"]): number => {
		const isOverlapping = name === "rotated" && now < Date.parse(manifest.madeAt) + 6 * DAY_MS;
		return isOverlapping ? 2 : 1;
	};

	it("signs with every secret that the developer has, and no replaced one", async () => {
		for (const [name, { of, endpointId, secrets }] of Object.entries(manifest.endpoints)) {
			const path = `/webhook-endpoints/${endpointId}`;
			const partner = await headersOf(`key:${of}`);
			await json(200, "PATCH", path, partner, { url: receiver.hook(name), enabled: true });
			const { eventId } = textsOf(await json(200, "POST", `${path}/test`, partner), "eventId");
			const received = receiver.received(name).find(({ headers }) => headers["webhook-id"] === eventId);
			const { headers = {}, body = "" } = received ?? {};
			for (const secret of secrets.slice(0, secretsInForce(name as keyof Manifest["endpoints"]))) {
				new Webhook(secret).verify(body, headers);
				const key = Buffer.from(secret.slice("whsec_".length), "base64");
				const mac = createHmac("sha256", key).update(`${headers["replevin-webhook-timestamp"]}.${body}`);
				expect(headers["replevin-webhook-signature"]?.split(",")).toContain(`v1=${mac.digest("hex")}`);
			}
			if (name === "replaced")
				expect(() => new Webhook(secrets.at(-1) ?? "").verify(body, headers)).toThrow();
		}
	});

	it("delivers the recorded bytes of events that waited for a receiver", async () => {
		const waiting = new Map(
			older.seen.received.failing?.map(({ headers, body }) => [headers["webhook-id"], body]),
		);
		expect(waiting.size).toBe(4);
		await until(
			() => [...waiting.keys()].every((id) => receiver.eventIds("failing").has(id ?? "")),
			WITHIN_MS,
		);
		for (const { headers, body } of receiver.received("failing")) {
			new Webhook(manifest.endpoints.failing.secrets[0] ?? "").verify(body, headers);
			const id = headers["webhook-id"];
			if (waiting.has(id)) expect(body).toBe(waiting.get(id));
		}
	});
});

describe("work that a power cut left undone", () => {
	it("delivers the event of a case and lists the case", async () => {
		const { caseId } = manifest.cases["left in the outbox"];
		await until(
			() => receiver.received("late").some(({ body }) => body.includes(caseId)),
			WITHIN_MS,
			() => "the event was not delivered",
		);
		const { data } = Object(await json(200, "GET", "/recovery-cases", await headersOf("key:boris")));
		expect(data).toContainEqual(expect.objectContaining({ caseId, status: "created" }));
	});

	it("revokes the copy of an API key, and erases the data of a deleted account", async () => {
		const keys = () => older.sql("SELECT label FROM api_keys WHERE revoked_at IS NULL");
		const labels = async () => (await keys()).map(({ label }) => label);
		await expect.poll(labels, { timeout: WITHIN_MS }).not.toContain("revoked in an outage");
		expect(await labels()).not.toContain("of leaving");
		const path = `/review/recovery-cases/${manifest.cases["of a leaving developer"].caseId}`;
		const emailOf = async () =>
			Object(await json(200, "GET", path, await headersOf("session:carol"))).case.email;
		await expect.poll(emailOf, { timeout: WITHIN_MS }).toBeNull();
		const developers = await older.sql("SELECT email FROM developers");
		expect(developers.map(({ email }) => email)).not.toContain(manifest.developers.leaving.email);
	});

	it("goes on with the jobs that an operator had asked for", async () => {
		// The operator's job and the job that the migration stored take one run each.
		await older.fireCron();
		await older.fireCron();
		const jobs = await older.sql("SELECT kind, failed, finished_at FROM maintenance_jobs ORDER BY kind");
		const finished = { failed: 0, finished_at: expect.any(Number) };
		expect(jobs).toEqual([
			{ kind: "reindex", ...finished },
			{ kind: "reindex", ...finished },
			{ kind: "reseal", ...finished },
		]);
	});

	it("fills the columns that reviewers' lists have since", async () => {
		const documents = await older.sql("SELECT COUNT(*) AS n FROM recovery_cases WHERE documents IS NULL");
		expect(documents).toEqual([{ n: 0 }]);
		const orders = await older.sql(
			"SELECT COUNT(*) AS n FROM recovery_cases WHERE full_case_number IS NOT NULL AND order_verification IS NOT NULL",
		);
		expect(Number(orders[0]?.n)).toBeGreaterThan(0);
	});
});

describe("an operator's commands", () => {
	const jobSchema = z.object({ failed: z.number(), key_version: z.number().nullable() });

	/** Asks for the work and lets the cron handler finish it, one after the other: both write to the database. */
	async function runJob(command: "reindex" | "rotate-kek") {
		const args = ["run", "--silent", command, "--", "--no-wait", "--state", older.stateDir];
		await promisify(execFile)("npm", args, { cwd: ROOT, env: environment() });
		for (;;) {
			await older.fireCron();
			const [job] = await older.sql("SELECT * FROM maintenance_jobs ORDER BY requested_at DESC LIMIT 1");
			if (job?.finished_at) return jobSchema.parse(job);
		}
	}

	it("npm run reindex rebuilds the list of cases from their objects", async () => {
		const list = async () =>
			json(200, "GET", "/review/recovery-cases?limit=100", await headersOf("session:carol"));
		const before = await list();
		await older.sql("UPDATE recovery_cases SET status = 'created', lost_account = '', updated_at = 0");
		expect(await list()).not.toEqual(before);
		expect(await runJob("reindex")).toEqual({ failed: 0, key_version: null });
		expect(await list()).toEqual(before);
	});

	it("npm run rotate-kek reseals everything, so that the older keys may be removed", async () => {
		expect(await runJob("rotate-kek")).toEqual({ failed: 0, key_version: 3 });
		await older.start({ KEY_ENCRYPTION_KEYS: JSON.stringify({ 3: NEWEST_KEK }) });
		for (const { as, path, sha256 } of manifest.files)
			expect([path, wallets.sha256Of(await bytes(path, await headersOf(as)))]).toEqual([path, sha256]);
		for (const { of, endpointId } of Object.values(manifest.endpoints)) {
			const tested = await json(
				200,
				"POST",
				`/webhook-endpoints/${endpointId}/test`,
				await headersOf(`key:${of}`),
			);
			expect(tested).toMatchObject({ delivered: true });
		}
	});
});
