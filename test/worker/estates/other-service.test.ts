// signatures.md "Which messages may travel": a message that an owner signed for another service has no effect here.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { agreementBody, eraseBody, privacyCodeBody } from "../../support/signing/estate-signing.ts";
import { jsonOf, willFields } from "../../support/signing/will-signing.ts";
import { accept, inSeconds, newEstate, newOwner, newPartner, pathOf, profileOf, rowsOf } from "./support.ts";
import { lodge, PDF } from "./will-calls.ts";

const OTHER = "https://other.example";
const OWN = env.BASE_URL;

const file = { bytes: PDF, type: "application/pdf" };
/** The body of each message for a service, and where it goes. */
const MESSAGES = {
	Agreement: ["POST", "/agreement", agreementBody],
	PrivacyCode: ["POST", "/privacy-codes", privacyCodeBody],
	Will: [
		"POST",
		"/will",
		async (signer: ReturnType<typeof newOwner>, { service }: { service: string }) =>
			jsonOf(await willFields(signer, { service, bytes: PDF }), file),
	],
	Erase: ["DELETE", "", eraseBody],
} as const;
const NAMES = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];

/** Sends a message for a service, by anybody who has seen it. */
async function send(
	name: keyof typeof MESSAGES,
	owner: ReturnType<typeof newOwner>,
	service: string,
	changes: object = {},
) {
	const [method, path, bodyOf] = MESSAGES[name];
	const stranger = await newPartner();
	const body = { ...(await bodyOf(owner, { service })), ...changes };
	return call(pathOf(owner, path), { method, body, headers: stranger.headers });
}

describe("a message for another service", () => {
	it("erases nothing, and its nonce stays free", async () => {
		const { owner, partner, session } = await newEstate();
		await lodge(owner, partner.headers);
		const captured = await eraseBody(owner, { service: OTHER });
		const { nonce } = captured;
		const stranger = await newPartner();
		const brought = await call(pathOf(owner), {
			method: "DELETE",
			body: captured,
			headers: stranger.headers,
		});
		expect(await errorOf(brought)).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
		expect((await profileOf(owner, session)).will).toMatchObject({ version: 1 });
		const own = await eraseBody(owner, { nonce });
		expect((await call(pathOf(owner), { method: "DELETE", body: own, headers: session })).status).toBe(200);
	});

	it.each(NAMES)("%s: the error names both services", async (name) => {
		const { owner } = await newEstate();
		const error = await errorOf(await send(name, owner, OTHER));
		expect(error).toMatchObject({
			status: 403,
			code: "INVALID_SIGNER",
			details: [{ field: "service", rule: "other_service", message: `must be ${OWN}, and is ${OTHER}` }],
		});
		expect(error.message).toContain(`for the service ${OTHER}. This service is ${OWN}.`);
	});

	it.each(NAMES)("%s: no other origin counts as this one", async (name) => {
		const owner = newOwner();
		for (const service of [`${OWN}/`, `${OWN}:443`, OWN.replace("https", "http"), OWN.toUpperCase()]) {
			expect((await errorOf(await send(name, owner, service))).details).toEqual([
				expect.objectContaining({ rule: "other_service" }),
			]);
		}
	});

	it("is rejected for that, whatever else is wrong", async () => {
		const { owner } = await newEstate();
		const wrong: [keyof typeof MESSAGES, object][] = [
			["Agreement", { version: "2020-01-01" }],
			["PrivacyCode", { expiresAt: 1 }],
			["Will", { sha256: `0x${"00".repeat(32)}` }],
			["Erase", { deadline: inSeconds(-60) }],
		];
		for (const [name, changes] of wrong) {
			const { details } = await errorOf(await send(name, owner, OTHER, { ...changes, signature: "0x12" }));
			expect([name, details?.map(({ rule }) => rule)]).toEqual([name, ["other_service"]]);
		}
	});
});

it.each(NAMES)("%s: the signature covers the service that the body names", async (name) => {
	const { owner } = await newEstate();
	const { details } = await errorOf(await send(name, owner, OTHER, { service: OWN }));
	expect(details).toEqual([expect.objectContaining({ field: "signature", rule: "signer" })]);
});

it.each(NAMES)("%s without a service is no request", async (name) => {
	const { owner } = await newEstate();
	expect(await errorOf(await send(name, owner, OWN, { service: undefined }))).toMatchObject({
		status: 400,
		details: [{ field: "service", rule: "required" }],
	});
});

describe("POST /typed-data", () => {
	const prepare = (service?: string) =>
		call("/typed-data", { body: { message: "Erase", ownerAddress: newOwner().address, service } });

	it("has the message name this service", async () => {
		for (const given of [undefined, OWN]) {
			const prepared = Object(await (await prepare(given)).json());
			expect([prepared.typedData.message.service, prepared.request.body.service]).toEqual([OWN, OWN]);
		}
	});

	it("prepares no message for another service", async () => {
		expect(await errorOf(await prepare(OTHER))).toMatchObject({
			status: 403,
			details: [{ field: "service", rule: "other_service" }],
		});
	});
});

describe("after a move of the service", () => {
	const moved = { ...env, BASE_URL: "https://new.example", FORMER_ORIGINS: JSON.stringify([OWN]) };

	async function sendToMoved(path: string, body: object, headers: Record<string, string>, method = "POST") {
		const context = createExecutionContext();
		const request = new Request(`https://new.example/api/v1${path}`, {
			method,
			headers: { ...headers, "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
		const response = await createApp().fetch(request, moved as unknown as Env, context);
		await waitOnExecutionContext(context);
		return response;
	}

	it("a message for the former address is named so, and not accepted", async () => {
		const { owner, partner } = await newEstate();
		const body = await eraseBody(owner);
		const error = await errorOf(await sendToMoved(pathOf(owner), body, partner.headers, "DELETE"));
		expect(error).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
		expect(error.message).toContain(`had the address ${OWN} before it moved to https://new.example`);
		expect(error.details?.[0]?.message).toContain("the former address of this service");
		const again = await eraseBody(owner, { service: "https://new.example" });
		expect((await sendToMoved(pathOf(owner), again, partner.headers, "DELETE")).status).toBe(200);
	});

	it("a message that was signed for the former address and sent for the new one is named so", async () => {
		const { owner, partner } = await newEstate();
		const body = { ...(await eraseBody(owner)), service: "https://new.example" };
		const error = await errorOf(await sendToMoved(pathOf(owner), body, partner.headers, "DELETE"));
		const words = `it signed the message for ${OWN}, the former address of this service`;
		expect(error.message).toBe(`The right account signed, but ${words}. Nothing was stored.`);
		expect(error.details?.[0]).toMatchObject({ field: "signature", rule: "signer" });
	});

	it("accepted messages keep the service that was signed, and stay accepted", async () => {
		const [owner, partner] = [newOwner(), await newPartner()];
		await accept(owner, partner.headers);
		await lodge(owner, partner.headers);
		const code = await privacyCodeBody(owner, { service: "https://new.example" });
		expect((await sendToMoved(pathOf(owner, "/privacy-codes"), code, partner.headers)).status).toBe(201);
		const [{ estate_id: estateId } = {}] = (await rowsOf("estate_profiles")).filter(
			({ owner_address: address }) => address === owner.address.toLowerCase(),
		);
		const services = async (table: string) =>
			(await rowsOf(table)).filter((row) => row.estate_id === estateId).map(({ service }) => service);
		expect(await services("estate_agreements")).toEqual([OWN]);
		expect(await services("estate_agreement_messages")).toEqual([OWN]);
		expect(await services("will_versions")).toEqual([OWN]);
		expect(await services("privacy_codes")).toEqual(["https://new.example"]);
	});
});
