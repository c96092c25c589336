// sdk.md "Signing" and "Evidence": what the SDK makes and verifies offline is what the service makes, in workerd.
import { exports } from "cloudflare:workers";
import { toHex } from "viem";
import { describe, expect, it } from "vitest";
import { verify } from "../../../sdk/src/evidence.ts";
import { type SigningRequest, typedData } from "../../../sdk/src/signing.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { ORIGIN } from "../../support/contract/openapi-client.ts";
import { newClient } from "../../support/sdk/worker-sdk.ts";
import { claimant, courtOrderBody, newIntent, owner } from "../../support/signing/signing.ts";
import { courtOrder } from "../../support/signing/vectors.ts";

type NewCaseRequest = Extract<SigningRequest, { message: "NewCase" }>;

const hash = `0x${"aB".repeat(32)}` as const;
const soon = Math.floor(Date.now() / 1000) + 600;
const lowerCase = owner.address.toLowerCase() as `0x${string}`;
const { rec, txs } = newIntent({ email: null });

describe("offline and by the service, the same message is made of", () => {
	const requests: SigningRequest[] = [
		{ message: "NewCase", case: { ...rec, lostAccount: lowerCase }, transactions: [...txs] } as never,
		{ message: "CourtOrder", jrcHash: hash, chainId: 8453, courtInfo: courtOrder },
		{ message: "CloseCase", jrcHash: hash, chainId: 10, action: "contest", reason: "¡sigo aquí!" },
		{ message: "CloseCase", jrcHash: hash, chainId: 10, action: "withdraw", reason: "found" },
		{ message: "ContestAll", account: lowerCase, chainId: 8453, nonce: hash, deadline: soon },
		{ message: "PrivacyCode", service: ORIGIN, ownerAddress: lowerCase, label: "Notaría nº 4", nonce: hash },
		{
			message: "PrivacyCode",
			service: ORIGIN,
			ownerAddress: lowerCase,
			label: "x",
			nonce: hash,
			expiresAt: soon,
			chainId: 5,
		},
		{
			message: "Will",
			service: ORIGIN,
			ownerAddress: lowerCase,
			version: 2,
			sha256: hash,
			mimeType: "text/plain",
			size: 31,
		},
		{
			message: "Erase",
			service: ORIGIN,
			ownerAddress: lowerCase,
			nonce: hash,
			deadline: soon,
			chainId: 8453,
		},
	];

	it.each(requests.map((request) => [request.message, request] as const))("%s", async (_, request) => {
		expect(typedData(request)).toEqual(await newClient().prepare(request));
	});

	it("Agreement, with the terms of the configuration", async () => {
		const replevin = newClient();
		const { version, documentHash } = (await replevin.config()).terms;
		const request = {
			message: "Agreement",
			service: ORIGIN,
			ownerAddress: lowerCase,
			nonce: hash,
			version,
			documentHash,
		} as const;
		expect(typedData(request)).toEqual(await replevin.prepare(request));
	});
});

it("a case that was signed offline is filed, and its evidence verifies with the service's keys", async () => {
	const { apiKey, apiSecret } = await newKey((await newDeveloper()).headers);
	const replevin = newClient({ apiKey, apiSecret });
	const intent = newIntent();
	const request = { message: "NewCase", case: intent.rec, transactions: intent.txs } as NewCaseRequest;
	const prepared = typedData(request);
	const signature = await claimant.signTypedData(prepared.typedData);
	const filed = await replevin.submit(prepared, signature);
	expect(filed).toMatchObject({ caseId: prepared.caseId, jrcHash: prepared.jrcHash });
	await replevin.cases.order(filed.jrcHash, (await courtOrderBody(intent)) as never);
	const bundle = await (await replevin.cases.evidence(filed.caseId).asResponse()).text();
	const published = await exports.default.fetch(new Request(`${ORIGIN}/.well-known/evidence-jwks.json`));
	const keys = await published.json();
	const verdict = await verify(bundle, keys);
	if (!verdict.ok) throw new Error(verdict.faults[0]?.message);
	expect(verdict.report).toMatchObject({ caseId: filed.caseId, status: "pending", moves: 2 });
	const changed = await verify(bundle.replace('"status":"pending"', '"status":"executed"'), keys);
	expect(changed.ok).toBe(false);
});

describe("a signed message is sent to the operation that takes it:", () => {
	const signed = async <Request extends SigningRequest>(request: Request, account = owner) => {
		const prepared = typedData(request);
		return [prepared, await account.signTypedData(prepared.typedData as never)] as const;
	};

	it("contest and withdrawal", async () => {
		const { apiKey, apiSecret } = await newKey((await newDeveloper()).headers);
		const replevin = newClient({ apiKey, apiSecret });
		for (const [action, account] of [
			["contest", owner],
			["withdraw", claimant],
		] as const) {
			const { rec, txs } = newIntent();
			const request = { message: "NewCase", case: rec, transactions: txs } as NewCaseRequest;
			const { jrcHash } = await replevin.submit(...(await signed(request, claimant)));
			const close = { message: "CloseCase", jrcHash, chainId: rec.chainId, action, reason: "mine" } as const;
			const { statusReason } = await newClient().submit(...(await signed(close, account)));
			expect(statusReason).toBe(action === "contest" ? "contested_by_lost_account" : "withdrawn_by_claimant");
		}
	});

	it("agreement, privacy code, will and erasure", async () => {
		const replevin = newClient({ accessToken: (await newClient().auth.signIn(owner, 1)).accessToken });
		const { appUrl: service, terms } = await replevin.config();
		const ofOwner = { service, ownerAddress: owner.address, chainId: 1 };
		const { version, documentHash } = terms;
		const agreed = await replevin.submit(
			...(await signed({ message: "Agreement", ...ofOwner, version, documentHash })),
		);
		expect(agreed.version).toBe(version);
		const made = await replevin.submit(...(await signed({ message: "PrivacyCode", ...ofOwner, label: "x" })));
		expect(made.code).toMatch(/^RPL/);
		const bytes = new TextEncoder().encode("This is my will.");
		const sha256 = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
		const file = new Blob([bytes], { type: "text/plain" });
		const will = {
			message: "Will",
			...ofOwner,
			version: 1,
			sha256,
			mimeType: "text/plain",
			size: bytes.length,
		} as const;
		await replevin.submit(...(await signed(will)), { file });
		expect(await (await replevin.estates.readWill(owner.address)).text()).toBe("This is my will.");
		await replevin.submit(...(await signed({ message: "Erase", ...ofOwner })));
		expect((await replevin.estates.get(owner.address)).will).toBeNull();
	});
});
