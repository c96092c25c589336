/**
 * quality.md "Stored forms".
 *
 * Vectors of what the service stores, seals, signs and hands out: from fixed input under fixed keys to a fixed value. A
 * renamed purpose, context, prefix or separator would make stored data unreadable, and fails here. What wallets sign, ids,
 * histories and evidence have theirs in docs/signing.md, which test/unit/docs/signing.test.ts computes; password hashes
 * in test/unit/developers/password-hash.test.ts.
 */
import { describe, expect, it } from "vitest";
import { createAuditService } from "../../src/audit/audit-service.ts";
import { accountCodeHash } from "../../src/developers/account/account-code.ts";
import { lookupOf, secretMacOf } from "../../src/developers/api-keys/key-digests.ts";
import { createIdempotencyService } from "../../src/developers/idempotency/idempotency-service.ts";
import { createKnownDevices, readDevice } from "../../src/developers/login/known-devices.ts";
import { createSessionTokens } from "../../src/developers/login/session-token.ts";
import { siweMessage } from "../../src/developers/wallets/siwe-message.ts";
import { walletSubject } from "../../src/developers/wallets/wallet-subject.ts";
import { openDocument } from "../../src/document-store/sealed-document.ts";
import { ESTATE_DOCUMENTS } from "../../src/estates/estate-documents.d1.ts";
import { createEstateMacs } from "../../src/estates/estate-macs.ts";
import { formatPrivacyCode } from "../../src/estates/privacy-code/privacy-code.ts";
import { releaseOrderContext } from "../../src/estates/release/release-request.ts";
import { willContext } from "../../src/estates/will/will-context.ts";
import { hashOf } from "../../src/hosted-links/link-secrets.ts";
import { createPeppers } from "../../src/kernel/crypto/pepper.ts";
import { personalDigest } from "../../src/kernel/crypto/personal-digest.ts";
import { createSealer } from "../../src/kernel/crypto/sealing.ts";
import { bytesToHex } from "../../src/kernel/encoding/hex.ts";
import {
	encodeKeyCursor,
	encodeSeqCursor,
	parseKeyCursor,
	parseSeqCursor,
} from "../../src/kernel/paging/cursors.ts";
import { createLoginGuard } from "../../src/quota/login-guard.ts";
import { NO_FAILURES, reserveAttempt } from "../../src/quota/login-guard-rules.ts";
import { networkNames } from "../../src/quota/wire.ts";
import { caseDocumentContext, objectKeyOf } from "../../src/recovery/documents/document-keys.ts";
import { hashOfToken } from "../../src/recovery/evidence/links/evidence-link.ts";
import { importSigningKey, secretBytesOf, webhookHeaders } from "../../src/webhooks/delivery/signing.ts";
import { secretContext } from "../../src/webhooks/endpoint/endpoint-messages.ts";

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const bytesOf = (seed: number) => new Uint8Array(32).fill(seed);
const versions = (seed: number) => ({
	currentVersion: 2,
	byVersion: new Map([1, 2].map((version) => [version, bytesOf(seed + version)])),
});
const peppers = createPeppers(versions(0));
const ids = (digit: string) => digit.repeat(32);

const DEVELOPER = `dev_${ids("a")}`;
const ADDRESS = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB";
const ESTATE = { ownerAddress: ADDRESS, chainId: 8453 };
const NONCE = `0x${"ab".repeat(32)}` as const;
const CODE = formatPrivacyCode(bytesOf(9).subarray(0, 16));

describe("MACs under the peppers", () => {
	it("name API keys and bind their secrets", () => {
		const keyId = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";
		expect([
			lookupOf(peppers, 1, "sk_1"),
			lookupOf(peppers, 2, "sk_1"),
			secretMacOf(peppers, 1, { keyId, apiSecret: "ss_1" }),
		]).toEqual([
			"3b9fefd6d4728378349df5e8e879a73596f5a103d96b22b7a4a1bb086c6a614c",
			"46198c26b64330e8e15e063966ed40748a3912ca225269041d119658ef49e4ed",
			"3299dc9e802719f568a83f7439e5a7d1a7a6481be1d456c25f8b5a1a646a93b5",
		]);
	});

	it("name privacy codes, owners, nonces and bare profiles", () => {
		const macs = createEstateMacs(peppers);
		expect({
			code: CODE,
			codes: macs.codeMacs(CODE).all,
			owners: macs.ownerMacs(ESTATE).all,
			nonces: macs.nonceMacs(ESTATE, NONCE, 8453).all,
			bare: [macs.bareProfileMacs(DEVELOPER, ESTATE).current, macs.bareProfileMacs(null, ESTATE).current],
		}).toEqual({
			bare: [
				"502842ffcf5ff20a336c19aaabf013ecd0a134698a7137fdc222e35b43f2b550",
				"50e5f7c056e36f1a824e33f81faefa4d5175d232b1b72af1365a910c31d79d04",
			],
			code: "RPL-09144-GJ289-144GJ-28914-4GJ28-92",
			codes: [
				"18860b594acd63a5db4e67a5d2c47c5ebf1b289c84a5b298cbf94bcc5554707d",
				"fc14bf486a3901b61401cd147a7583443abfd7cf84ee34f0e2d1596ee1b19a09",
			],
			nonces: [
				"52c99f803ac62bcf000d8edaa5c8281c7ba65b9a12c46eaefcf92e50c72fa77e",
				"a168b5f69b71ff1b85ecfa47484ee7aa835309b0d209ee05734dcef507aab233",
				"a87ef06030f6581f53c5d223191370bee71e6b66bca0992076e0913396151a7b",
				"9c7f43fe527bf203f83ae4213f51c51c596523e9ecb4dc0dfe16f66822025fd9",
			],
			owners: [
				"edd076d6b3ae00e8f421744daad0a21daa18d2d38fea6c526c00b0c188313fb4",
				"16fc847b90d9e34ac1ded672543e077cff061667aac2da4bd8e503d4e21f7aad",
			],
		});
	});

	it("name wallets and client networks in the audit", () => {
		const audit = createAuditService({
			peppers,
			rows: { insert: async () => {}, list: async () => ({ rows: [], next: undefined }) },
			refusalRows: { add: async () => {} },
			runLater: () => {},
			wait: async () => {},
		});
		const caller = walletSubject({ address: ADDRESS.toLowerCase(), chainId: 8453 });
		expect(caller).toBe(`wallet:8453:${ADDRESS.toLowerCase()}`);
		const stamp = audit.stampOf({ at: NOW, caller, requestId: "req_1", clientAddress: "192.0.2.0/24" });
		expect([stamp.actor, stamp.ipHash]).toEqual([
			"wallet:f27f2255e4dc0bd7c7a5cc8752af2752",
			"4b6084cc25d75102",
		]);
	});

	it("name the objects that count attempts, and networks in budgets", async () => {
		const names: string[] = [];
		const guard = createLoginGuard({
			peppers,
			guardOf: (name) => {
				names.push(name);
				return {
					reserve: async ({ kind, now }) =>
						kind === "device"
							? { kind: "throttled", retryAfterSeconds: 1 }
							: reserveAttempt(NO_FAILURES, kind, now),
					cancel: async () => {},
					clear: async () => {},
				};
			},
		});
		const attempt = { account: "ada@example.com", clientAddress: "192.0.2.7", device: "d1", now: NOW };
		await guard.attempt(
			attempt,
			async () => {},
			() => "wrong",
		);
		const network = networkNames(peppers, { ipv4: 24, ipv6: 48 })("192.0.2.7");
		expect([...names, network]).toEqual([
			"device:a2b8c15ecb8c38e574020ce5476aad94021f54e36eb4c28dd6d6fa4f18c9d7ab",
			"address:7bfff573b98f51939d4a8e2268808a06677f1b2a17bd296f3ed5a73b8327df94",
			"account:6bfeac9250b5f8eac92cd7601069df4406650bb6928dd9af6843684beef2a7f3",
			"c01709cdafc84625957d19bc31a0c91a89e81d2c1b69b38b24f38f820febad47",
		]);
	});

	it("name idempotency keys and their requests", async () => {
		const claimed: unknown[] = [];
		const accounts = {
			claimRequest: async ({ names, fingerprints }: { names: string[]; fingerprints: string[] }) => {
				claimed.push(names, fingerprints);
				return { kind: "reused" };
			},
		};
		const accountOf = () => accounts as never;
		const request = { account: DEVELOPER, operationId: "createRecoveryCase", key: "k-1", content: "{}" };
		await createIdempotencyService({ peppers, accountOf }).claim(request, NOW);
		expect(claimed).toEqual([
			[
				"9370aa76d319cc97358737dac9243f13609190e11963b9cd71df1f402aa1fcef",
				"29350d7aa4f92ac8a9b888afe1e2389ca08ff9655ed09224ba690e68439b2fc9",
			],
			[
				"c3152287553e92598a713dc5e0fdffa65146bba7cc53c7e36d0b1d157bbe4340",
				"6856d1d9affd6bdea1abb54dab648607d5d2781925c14212133e443621d39009",
			],
		]);
	});

	it("recognise the device of an earlier login", () => {
		const device = readDevice(
			"1.9NgTzj1tOp1KB10Fqj4eOg.1810805400.wy8KfZywFvUzWBLQz7kXmwWG5_VHScjUhWCfI2HgDoE",
		);
		if (!device) throw new Error("the cookie is not of the form");
		const devices = createKnownDevices(peppers);
		expect(devices.isKnown(DEVELOPER, device, NOW)).toBe(true);
		expect(devices.isKnown(`dev_${ids("b")}`, device, NOW)).toBe(false);
	});
});

describe("hashes of tokens", () => {
	it("are SHA-256 in the form of their column", () => {
		expect({
			resetCode: accountCodeHash("00000-11111-22222-33333-44444"),
			hostedLink: hashOf("t".repeat(43)),
			evidenceLink: hashOfToken("t".repeat(43)),
		}).toEqual({
			evidenceLink: "0x80383f974f22964fd6b7ae851b6ccc9180ed4e6fcb2e415bafcab6d822139238",
			hostedLink: "0x80383f974f22964fd6b7ae851b6ccc9180ed4e6fcb2e415bafcab6d822139238",
			resetCode: "2b89d2849e4bd51d31fc786c09332624dfa40be8fa756066943fa48c8d505218",
		});
	});
});

describe("seals under the key-encryption keys", () => {
	const keys = versions(16);

	it("open a webhook secret in its place", async () => {
		const context = secretContext(`we_${ids("1")}`, `wsk_${ids("2")}`);
		expect(context).toBe(`we_${ids("1")}/wsk_${ids("2")}`);
		const sealed = {
			keyVersion: 1,
			iv: "IWz1HfjVoMVSYhOF",
			ciphertext: "AbDH+08CkVy+F+Z1H5pE9WXy4xw27Q7Ll5qjK6hulcbvNKRjKw+JNX9VXDd0mNtF",
		};
		expect(await createSealer(keys, "webhook-secret").open(sealed, context)).toEqual(bytesOf(7));
	});

	it("open documents in their place", async () => {
		const sealer = createSealer(keys, "document-key");
		const estate = { estateId: `est_${ids("3")}`, ...ESTATE };
		const places = {
			will: willContext(estate, 2),
			order: releaseOrderContext(`rel_${ids("4")}`),
			document: caseDocumentContext(`rc_${ids("5")}`),
		};
		expect(places).toEqual({
			document: "case-document/rc_55555555555555555555555555555555",
			order: "release-order/rel_44444444444444444444444444444444",
			will: "estate-will/est_33333333333333333333333333333333/8453/0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb/2",
		});
		const container = Buffer.from(
			"UlBMRAEAAAABqHnFKp1cucpZkDa4ltl3JOUVbSrfjyuSzP24jROK+Hjd5c+qbuZXshMDeJYLrByjhXHSV4kvPFkPmuOVCzYGcM4pnB6K/A09mFYU4dfcyskwtd9jaLHvULlJONmVUwdRZZYG38LeuH4/xQhp+u2J8KX844e6",
			"base64",
		);
		const opened = await openDocument(container, { sealer, context: places.will });
		expect(new TextDecoder().decode(opened)).toBe("I leave everything to my cat.");
	});

	it("are found under the names of their objects", () => {
		expect([ESTATE_DOCUMENTS, objectKeyOf(`doc_${ids("6")}`)]).toEqual([
			"documents/",
			`case-documents/doc_${ids("6")}`,
		]);
	});
});

describe("what clients hold", () => {
	it("keeps session tokens valid", async () => {
		const tokens = createSessionTokens({
			issuer: "https://replevin.example",
			audience: "https://replevin.example/api/v1",
			keys: [
				{
					kty: "EC",
					crv: "P-256",
					kid: "1",
					x: "if5LQz3igX115dI2yteBFySoD1kcVecqGbwUzZ8sBJc",
					y: "hD9BFtznWU4DryulhpjHdKJvD6JjVKzvKO-ZlVbLank",
					d: "hD4cm1LATAEGB4WFSy1dHY97uZbwPyldxuEIuNzTwJE",
				},
			],
		});
		expect(
			await tokens.verify(
				"eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjEifQ.eyJzY29wZSI6ImRldmVsb3BlciIsInNpZCI6InNlc19iYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYiIsImlzcyI6Imh0dHBzOi8vcmVwbGV2aW4uZXhhbXBsZSIsImF1ZCI6Imh0dHBzOi8vcmVwbGV2aW4uZXhhbXBsZS9hcGkvdjEiLCJzdWIiOiJkZXZfYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWEiLCJqdGkiOiIxIiwiaWF0IjoxNzk1MjUzNDAwLCJleHAiOjE3OTUyNTcwMDB9.yqcVrqNHbeUvOxha4GptIJJFJixHA4A0nzsqmZgHV3LJsbhASxH9SceJN6eqbTb1YaHbcLYm6JCVo8f3mwQXsA",
				NOW,
			),
		).toEqual({
			kind: "valid",
			claims: { scope: "developer", subject: DEVELOPER, sessionId: `ses_${ids("b")}` },
		});
	});

	it("signs webhooks in both forms", async () => {
		const secret = `whsec_${Buffer.from(bytesOf(7)).toString("base64")}`;
		const event = { eventId: `evt_${ids("0")}`, body: '{"id":"evt_0"}' };
		const signing = { brand: "Replevin", timestampSeconds: NOW / 1000 };
		expect(
			await webhookHeaders(event, { ...signing, keys: [await importSigningKey(secretBytesOf(secret))] }),
		).toEqual({
			"Content-Type": "application/json",
			"Replevin-Webhook-Id": "evt_00000000000000000000000000000000",
			"Replevin-Webhook-Signature": "v1=030f208770b99ee52882e6b64a52e02c7f1026dbca356878189babbc37598e34",
			"Replevin-Webhook-Timestamp": "1795253400",
			"User-Agent": "Replevin-Webhooks/1",
			"webhook-id": "evt_00000000000000000000000000000000",
			"webhook-signature": "v1,olupJvK/7+kWK0w29jAtn1MEVGTId5kyFFfHDIvN6bA=",
			"webhook-timestamp": "1795253400",
		});
	});

	it("continues lists from their cursors", () => {
		const row = { at: NOW, id: `rc_${ids("7")}` };
		const audit = encodeSeqCursor("audit", 42);
		expect([audit, encodeKeyCursor(row)]).toEqual([
			"YS40Mg",
			"MTc5NTI1MzQwMDAwMC5yY183Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nw",
		]);
		expect(parseSeqCursor("audit", audit ?? undefined)).toBe(42);
		expect(parseKeyCursor("rc", encodeKeyCursor(row) ?? undefined)).toEqual(row);
	});

	it("has wallets sign in by the same message", () => {
		const challenge = {
			...{ address: ADDRESS, chainId: 8453, nonce: "n".repeat(32), expiresAt: NOW },
			purpose: "sign_in",
		} as const;
		const message = siweMessage(challenge, { service: "https://replevin.example" });
		expect(bytesToHex(personalDigest(message))).toBe(
			"0x6326e6f6ca443945fac3c5615776ba9a28b13edee2d3bc458f15bef5bd2ee960",
		);
	});
});
