// estates.md "POST /estate-profiles/privacy-codes/resolve".
// Values stored as HMACs still match after the pepper was changed.
import { env } from "cloudflare:workers";
import { privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { callOn } from "../../support/contract/openapi-client.ts";
import { call } from "../../support/contract/worker-client.ts";
import { agreementBody, eraseBody, privacyCodeBody } from "../../support/signing/estate-signing.ts";
import { accept, newCode, newPartner, pathOf, putWill, resolve, rowsOf, sessionOf } from "./support.ts";

const PEPPERS = JSON.stringify({
	...JSON.parse(env.PEPPERS),
	"9": Buffer.alloc(32, 9).toString("base64"),
});
const app = createApp();
const later = callOn(async (request) => app.fetch(request, { ...env, PEPPERS }));
/** After the older versions were removed. */
const newest = JSON.stringify({ "9": JSON.parse(PEPPERS)["9"] });
const retired = callOn(async (request) => app.fetch(request, { ...env, PEPPERS: newest }));

it("resolves an older code under a newer pepper, and keeps its nonce used", async () => {
	const [owner, { headers }] = [privateKeyToAccount(`0x${"77".repeat(32)}`), await newPartner()];
	await accept(owner, headers);
	const body = await privacyCodeBody(owner);
	const { code } = await newCode(owner, headers, body);
	const known = await later("POST", "/estate-profiles/privacy-codes/resolve", { body: { code }, headers });
	expect(known.status).toBe(200);
	const again = await later("POST", pathOf(owner, "/privacy-codes"), { body, headers });
	expect([again.status, again.body.error.code]).toEqual([409, "NONCE_ALREADY_USED"]);
	const made = await later("POST", pathOf(owner, "/privacy-codes"), {
		body: await privacyCodeBody(owner),
		headers,
	});
	expect(made.status).toBe(201);
	// A service without the pepper of a code cannot resolve it.
	expect((await resolve(made.body.code, headers)).status).toBe(404);
});

it("stores new HMACs under the newest pepper only", async () => {
	const [owner, { headers }] = [privateKeyToAccount(`0x${"79".repeat(32)}`), await newPartner()];
	await accept(owner, headers);
	const body = await privacyCodeBody(owner);
	expect((await later("POST", pathOf(owner, "/privacy-codes"), { body, headers })).status).toBe(201);
	// A service with the older pepper alone does not find the nonce.
	expect((await call(pathOf(owner, "/privacy-codes"), { body, headers })).status).toBe(201);
});

it("keeps the estate, and forgets used nonces, without the pepper that it began under", async () => {
	const [owner, { headers }] = [privateKeyToAccount(`0x${"7a".repeat(32)}`), await newPartner()];
	await accept(owner, headers);
	const body = await privacyCodeBody(owner);
	await newCode(owner, headers, body);
	const session = await sessionOf(owner);
	const before = await call(pathOf(owner), { headers: session });
	const profile = await retired("GET", pathOf(owner), { headers: session });
	expect([profile.status, profile.body]).toEqual([200, await before.json()]);
	const again = () => retired("POST", pathOf(owner, "/privacy-codes"), { body, headers: session });
	expect((await again()).status).toBe(201);
	expect((await again()).body.error.code).toBe("NONCE_ALREADY_USED");
});

it("finds the tombstone of an erasure under an older pepper", async () => {
	const [owner, { headers }] = [privateKeyToAccount(`0x${"78".repeat(32)}`), await newPartner()];
	const captured = await agreementBody(owner);
	await accept(owner, headers, captured);
	await putWill(owner, 3);
	const erased = await call(pathOf(owner), { method: "DELETE", body: await eraseBody(owner), headers });
	expect(erased.status).toBe(200);
	const begin = (body: object) => later("POST", pathOf(owner, "/agreement"), { body, headers });
	const repeated = await begin(captured);
	expect([repeated.status, repeated.body.error.code]).toEqual([409, "NONCE_ALREADY_USED"]);
	expect((await begin(await agreementBody(owner))).status).toBe(201);
	const profile = (await rowsOf("estate_profiles")).find(
		({ owner_address }) => owner_address === owner.address.toLowerCase(),
	);
	expect(profile?.will_version).toBe(3);
});
