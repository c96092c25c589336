// Passkeys (auth.md "Passkeys") and signed decisions (recovery.md "Signed decisions"), with a passkey in software.
// Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { createPasskeyRows } from "../../../src/developers/passkeys/passkeys.d1.ts";
import { newDeveloper, setRole } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { createSoftwarePasskey, type SoftwarePasskey } from "../../support/auth/software-passkey.ts";
import { call } from "../../support/contract/worker-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { newPartner, type Partner } from "../recovery/support.ts";

type Session = Awaited<ReturnType<typeof newDeveloper>>;
type Options = { challenge: string };
const json = async <T>(response: Response) => response.json<T>();

const post = (path: string, headers: Record<string, string>, body: unknown, method?: string) =>
	call(path, { headers, body, ...(method && { method }) });

async function addPasskey({ headers }: Session, passkey: SoftwarePasskey, more: object = {}) {
	const options = await json<Options>(await post("/auth/passkeys/registration", headers, undefined, "POST"));
	const body = { name: "Key", credential: passkey.register(options), password: PASSWORD, ...more };
	return post("/auth/passkeys", headers, body);
}

const proofOf = async ({ headers }: Session, passkey: SoftwarePasskey) =>
	passkey.answer(await json<Options>(await post("/auth/passkeys/proof", headers, undefined, "POST")));

/** An account with a passkey, and its recovery codes. */
async function newOwner() {
	const session = await newDeveloper();
	const passkey = createSoftwarePasskey(env.BASE_URL);
	const added = await addPasskey(session, passkey);
	expect(added.status, await added.clone().text()).toBe(201);
	const { recoveryCodes } = await json<{ recoveryCodes: string[] }>(added);
	return { ...session, passkey, recoveryCodes };
}

const logIn = ({ email }: Session) => post("/auth/login", {}, { email, password: PASSWORD });
const optionsOf = async (session: Session) => {
	const response = await logIn(session);
	expect(response.status).toBe(202);
	return json<Options>(response);
};
const finish = (body: unknown) => post("/auth/login/passkey", {}, body);
const held = ({ developerId }: Session) =>
	env.DB.prepare("SELECT role_held_until AS held FROM developers WHERE developer_id = ?")
		.bind(developerId)
		.first<number>("held");

describe("a passkey", () => {
	it("is asked for after the password, and opens a session", async () => {
		const owner = await newOwner();
		const options = await optionsOf(owner);
		const opened = await finish({ passkey: owner.passkey.answer(options) });
		expect(opened.status).toBe(200);
		const { accessToken } = await json<{ accessToken: string }>(opened);
		const listed = await call("/auth/passkeys", { headers: { Authorization: `Bearer ${accessToken}` } });
		expect(await listed.json()).toMatchObject({
			data: [{ credentialId: owner.passkey.credentialId, name: "Key", lastUsedAt: expect.any(String) }],
			recoveryCodesLeft: 10,
		});
	});

	it.each([
		["without a PIN or touch", { isUnverified: true }],
		["for another origin", { origin: "https://evil.example" }],
		["for another host", { rpId: "evil.example" }],
		["of a registration", { type: "webauthn.create" }],
	])("opens nothing %s", async (_, faults) => {
		const owner = await newOwner();
		const refused = await finish({ passkey: owner.passkey.answer(await optionsOf(owner), faults) });
		expect(refused.status).toBe(403);
	});

	it("opens nothing twice, nor for another account, nor after the password has changed", async () => {
		const [owner, other] = [await newOwner(), await newOwner()];
		const options = await optionsOf(owner);
		expect((await finish({ passkey: other.passkey.answer(options) })).status).toBe(403);
		const answer = owner.passkey.answer(await optionsOf(owner));
		expect((await finish({ passkey: answer })).status).toBe(200);
		expect((await finish({ passkey: answer })).status).toBe(403);
		const pending = await optionsOf(owner);
		const change = {
			currentPassword: PASSWORD,
			newPassword: `${PASSWORD}-2`,
			passkey: await proofOf(owner, owner.passkey),
		};
		expect((await post("/auth/password", owner.headers, change)).status).toBe(200);
		expect((await finish({ passkey: owner.passkey.answer(pending) })).status).toBe(401);
	});

	it("is needed to change the account: for the password, another passkey, its removal and new codes", async () => {
		const owner = await newOwner();
		const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` };
		expect((await post("/auth/password", owner.headers, change)).status).toBe(403);
		const second = createSoftwarePasskey(env.BASE_URL);
		expect((await addPasskey(owner, second)).status).toBe(403);
		const added = await addPasskey(owner, second, { passkey: await proofOf(owner, owner.passkey) });
		expect(added.status).toBe(201);
		expect(await json(added)).toMatchObject({ recoveryCodes: [] });
		const path = `/auth/passkeys/${owner.passkey.credentialId}`;
		const removal = async () => ({ passkey: await proofOf(owner, second) });
		expect((await post(path, owner.headers, {}, "DELETE")).status).toBe(400);
		expect((await post(path, owner.headers, await removal(), "DELETE")).status).toBe(200);
		expect((await post(path, owner.headers, await removal(), "DELETE")).status).toBe(404);
		const renewed = await post("/auth/passkeys/recovery-codes", owner.headers, await removal());
		const { recoveryCodes } = await json<{ recoveryCodes: string[] }>(renewed);
		expect(recoveryCodes).toHaveLength(10);
		expect(recoveryCodes).not.toContain(owner.recoveryCodes[0]);
	});

	it("ends the sessions from before it, and is not added with a wrong password", async () => {
		const session = await newDeveloper();
		const second = await json<{ accessToken: string }>(await logIn(session));
		const passkey = createSoftwarePasskey(env.BASE_URL);
		expect((await addPasskey(session, passkey, { password: "wrong wrong wrong" })).status).toBe(401);
		expect((await addPasskey(session, passkey)).status).toBe(201);
		const headers = { Authorization: `Bearer ${second.accessToken}` };
		expect((await call("/auth/me", { headers })).status).toBe(401);
		expect((await call("/auth/me", { headers: session.headers })).status).toBe(200);
	});

	it("lets its owner in by a recovery code, once, and holds a role back for a day", async () => {
		const owner = await newOwner();
		const [code] = owner.recoveryCodes;
		const { challenge } = await optionsOf(owner);
		expect((await finish({ recovery: { challenge, code } })).status).toBe(200);
		expect(await held(owner)).toBeGreaterThan(Date.now() + 23 * 3600 * 1000);
		const spare = createSoftwarePasskey(env.BASE_URL);
		expect((await addPasskey(owner, spare, { recoveryCode: code })).status).toBe(400);
		expect((await addPasskey(owner, spare, { recoveryCode: owner.recoveryCodes[1] })).status).toBe(201);
		const again = await optionsOf(owner);
		expect((await finish({ recovery: { challenge: again.challenge, code } })).status).toBe(401);
	});
});

describe("two requests at the same time", () => {
	it("add one first passkey, and no second one without it", async () => {
		const session = await newDeveloper();
		const keys = Array.from({ length: 4 }, () => createSoftwarePasskey(env.BASE_URL));
		const added = await Promise.all(keys.map((passkey) => addPasskey(session, passkey)));
		expect(added.filter(({ status }) => status === 201)).toHaveLength(1);
		const { results } = await env.DB.prepare("SELECT * FROM passkeys WHERE developer_id = ?")
			.bind(session.developerId)
			.all();
		expect(results).toHaveLength(1);
		const codes = await env.DB.prepare("SELECT COUNT(*) AS codes FROM recovery_codes WHERE developer_id = ?")
			.bind(session.developerId)
			.first("codes");
		expect(codes).toBe(10);
	});

	it("open no session with the password alone while the first passkey is added", async () => {
		for (let round = 0; round < 5; round++) {
			const session = await newDeveloper();
			const passkey = createSoftwarePasskey(env.BASE_URL);
			const [added, ...opened] = await Promise.all([
				addPasskey(session, passkey),
				...Array.from({ length: 3 }, () => logIn(session)),
			]);
			expect(added.status).toBe(201);
			for (const response of opened.filter(({ status }) => status === 200)) {
				const { accessToken } = await json<{ accessToken: string }>(response);
				const headers = { Authorization: `Bearer ${accessToken}` };
				expect((await call("/auth/me", { headers })).status).toBe(401);
			}
		}
	});
});

it("a failed removal or addition holds no role back", async () => {
	const owner = await newOwner();
	await env.DB.prepare("UPDATE developers SET role_held_until = 0 WHERE developer_id = ?")
		.bind(owner.developerId)
		.run();
	const other = createSoftwarePasskey(env.BASE_URL);
	const body = { passkey: await proofOf(owner, owner.passkey) };
	expect((await post(`/auth/passkeys/${other.credentialId}`, owner.headers, body, "DELETE")).status).toBe(
		404,
	);
	const again = await addPasskey(owner, owner.passkey, { passkey: await proofOf(owner, owner.passkey) });
	expect(again.status).toBe(429);
	expect(await held(owner)).toBe(0);
});

it("an account with a passkey is not deleted by its password alone", async () => {
	const owner = await newOwner();
	expect((await post("/auth/me", owner.headers, { password: PASSWORD }, "DELETE")).status).toBe(403);
	const body = { password: PASSWORD, passkey: await proofOf(owner, owner.passkey) };
	expect((await post("/auth/me", owner.headers, body, "DELETE")).status).toBe(200);
});

it("twenty-one log-ins of somebody who knows the password leave the owner's other questions open", async () => {
	const owner = await newOwner();
	const proof = await json<Options>(await post("/auth/passkeys/proof", owner.headers, undefined, "POST"));
	const { developerId } = owner;
	const expiresAt = Date.now() + 300_000;
	for (let at = 0; at < 21; at++) {
		const asked = { challenge: `${developerId}${at}`, purpose: "log_in", facts: "{}" } as const;
		await createPasskeyRows(env.DB).putChallenge({ developerId, expiresAt, ...asked }, Date.now());
	}
	const renewed = await post("/auth/passkeys/recovery-codes", owner.headers, {
		passkey: owner.passkey.answer(proof),
	});
	expect(renewed.status).toBe(200);
});

describe("a reviewer with a passkey", () => {
	let partner: Partner;
	beforeAll(async () => {
		partner = await newPartner();
	});

	async function newReviewer() {
		const owner = await newOwner();
		await setRole(owner, "reviewer");
		await env.DB.prepare("UPDATE developers SET role_held_until = 0 WHERE developer_id = ?")
			.bind(owner.developerId)
			.run();
		return owner;
	}

	async function newCase() {
		const intent = newIntent();
		await partner.file(intent);
		const attached = await partner.attach(intent);
		const { caseId, version } = await json<{ caseId: string; version: number }>(attached);
		return { caseId, path: `/review/recovery-cases/${caseId}/decisions`, version };
	}

	const compared = [{ value: "courtOrder.courtId", found: "NYSD" }];
	const decisionOf = (version: number, reason = "The clerk confirmed it.") => ({
		...{ decision: "verify_order", reason, version, compared },
	});

	it("signs her decision, which a court verifies offline with the evidence", async () => {
		const reviewer = await newReviewer();
		const { caseId, path, version } = await newCase();
		const decision = decisionOf(version);
		expect((await post(path, reviewer.headers, decision)).status).toBe(403);
		const signing = await post(`${path}/signing`, reviewer.headers, decision);
		const { text, options } = await json<{ text: string; options: Options }>(signing);
		expect(JSON.parse(text)).toMatchObject({
			service: env.BASE_URL,
			reviewer: reviewer.developerId,
			decision: "verify_order",
			reason: "The clerk confirmed it.",
			...{ version, compared },
		});
		const passkey = reviewer.passkey.answer(options);
		const decided = await post(path, reviewer.headers, { ...decision, passkey });
		expect(decided.status, await decided.clone().text()).toBe(200);
		const bundle = await (
			await call(`/recovery-cases/${caseId}/evidence`, { headers: partner.headers })
		).text();
		const response = await createApp().request("/.well-known/evidence-jwks.json", {}, env);
		const jwks = await response.json();
		expect(await verifyEvidenceText(bundle, { jwks })).toMatchObject({
			ok: true,
			report: {
				decisions: [{ move: "verify_order", reviewerId: reviewer.developerId, algorithm: "ES256" }],
			},
		});
	});

	it.each([
		["of a frame of another site", { crossOrigin: true }],
		["with a signature in another form of DER", { isLongForm: true }],
	])("decides nothing by an answer %s, which no verifier of the evidence would accept", async (_, faults) => {
		const reviewer = await newReviewer();
		const { path, version } = await newCase();
		const decision = decisionOf(version);
		const signing = await post(`${path}/signing`, reviewer.headers, decision);
		const { options } = await json<{ options: Options }>(signing);
		const passkey = reviewer.passkey.answer(options, faults);
		expect((await post(path, reviewer.headers, { ...decision, passkey })).status).toBe(403);
	});

	it("decides nothing else with the signature than what she signed, and nothing twice", async () => {
		const reviewer = await newReviewer();
		const { path, version } = await newCase();
		const decision = decisionOf(version);
		const sign = async () => {
			const signing = await post(`${path}/signing`, reviewer.headers, decision);
			return reviewer.passkey.answer((await json<{ options: Options }>(signing)).options);
		};
		const altered = { ...decision, decision: "reject", passkey: await sign() };
		expect((await post(path, reviewer.headers, altered)).status).toBe(403);
		const otherReason = { ...decisionOf(version, "Something else."), passkey: await sign() };
		expect((await post(path, reviewer.headers, otherReason)).status).toBe(403);
		const { compared: _, ...uncompared } = decision;
		expect((await post(path, reviewer.headers, { ...uncompared, passkey: await sign() })).status).toBe(403);
		const other = await newCase();
		const moved = { ...decision, version: other.version, passkey: await sign() };
		expect((await post(other.path, reviewer.headers, moved)).status).toBe(403);
		const forAccount = { ...decision, passkey: await proofOf(reviewer, reviewer.passkey) };
		expect((await post(path, reviewer.headers, forAccount)).status).toBe(403);
		const passkey = await sign();
		expect((await post(path, reviewer.headers, { ...decision, passkey })).status).toBe(200);
		const again = { ...decisionOf(version + 1), passkey };
		expect((await post(path, reviewer.headers, again)).status).toBe(403);
	});
});
