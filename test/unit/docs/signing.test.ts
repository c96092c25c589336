// signatures.md "Messages".
// The numbers of docs/signing.md, read from the document: viem, ethers and the service compute the same.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { TypedDataEncoder, verifyTypedData } from "ethers";
import { concat, hashDomain, hashStruct, hashTypedData, keccak256, pad, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { OwnerMessageRequest } from "../../../src/estates/message-requests.ts";
import { prepareOwnerMessage } from "../../../src/estates/prepare-message.ts";
import { hasValidChecksum } from "../../../src/kernel/crypto/address.ts";
import { domainSeparator } from "../../../src/kernel/crypto/eip712.ts";
import { caseIdOf, eventIdOf } from "../../../src/kernel/crypto/ids.ts";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import { bytesToHex, type Hex } from "../../../src/kernel/encoding/hex.ts";
import { createIntentForms, payloadForms } from "../../../src/protocol/evidence/payload-form.ts";
import type { CaseMessageRequest } from "../../../src/recovery/intent/message-requests.ts";
import { prepareCaseMessage } from "../../../src/recovery/intent/prepare-message.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { readSection } from "../../support/docs/run-section.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import {
	blocksOf,
	cellOf,
	readContract,
	readExampleBundle,
	rowsOf,
	sectionOf,
	typesOf,
} from "../../support/signing/signing-document.ts";
import { lostAccountKey, ownerKey, recoveryAccountKey } from "../../support/signing/vectors.ts";

const { components } = JSON.parse(readFileSync("public/api/v1/openapi.json", "utf8"));
const schemas: Record<string, { description: string }> = components.schemas;

const hex = z.custom<Hex>((value) => /^0x[0-9a-f]+$/.test(String(value)));
const vectorSchema = z.strictObject({
	request: z.looseObject({ message: z.string() }),
	structHash: hex,
	digest: hex,
	signature: hex,
});

const utf8 = (text: string) => toHex(text);
const sha256 = (text: string | Uint8Array) => `0x${createHash("sha256").update(text).digest("hex")}`;
const example = (heading: string, name: string) => hex.parse(cellOf(heading, name));

const SIGNERS = {
	NewCase: recoveryAccountKey,
	CourtOrder: recoveryAccountKey,
	CloseCase: lostAccountKey,
	ContestAll: lostAccountKey,
	Agreement: ownerKey,
	PrivacyCode: ownerKey,
	Will: ownerKey,
	Erase: ownerKey,
} as const;
const NAMES = Object.keys(SIGNERS) as (keyof typeof SIGNERS)[];

function vectorOf(name: string) {
	const [block = ""] = blocksOf(name, "json");
	return vectorSchema.parse(JSON.parse(block));
}

/** The message of a request to `/typed-data`, as the document describes its fields. */
function messageOf({ request }: ReturnType<typeof vectorOf>): Record<string, unknown> {
	const { message, chainId: _, case: rec, transactions, courtInfo, ...rest } = request;
	if (message !== "NewCase") return { ...rest, ...Object(courtInfo) };
	const { email, ...intent } = Object(rec);
	return { intent: { ...intent, txs: transactions }, email: email ?? "" };
}

/** The service of the vectors. */
const origins = { appOrigin: "https://replevin.example", formerOrigins: [] };

/** Before the deadlines of the vectors. */
const VECTOR_TIME = 1_795_253_000_000;

function prepared(request: object, name: string, now: number) {
	return ["NewCase", "CourtOrder", "CloseCase", "ContestAll"].includes(name)
		? prepareCaseMessage(request as CaseMessageRequest, { nonce: "0x", now })
		: prepareOwnerMessage(request as OwnerMessageRequest, { origins, nonce: "0x", now });
}

function preparedByService(request: object, name: string) {
	return prepared(request, name, VECTOR_TIME);
}

describe("the domain", () => {
	const heading = "The domain";
	const encodeType = cellOf(heading, "encodeType");

	it("has the type hash and the separators that viem, ethers and the service compute", () => {
		expect(cellOf(heading, "typehash")).toBe(keccak256(utf8(encodeType)));
		for (const chainId of [1, 8453]) {
			const domain = { name: "Replevin", version: "1", chainId };
			const separator = cellOf(heading, `domain separator, chainId ${chainId}`);
			expect(separator).toBe(
				hashDomain({ domain: { ...domain, chainId: BigInt(chainId) }, types: typesOf(encodeType) }),
			);
			expect(separator).toBe(TypedDataEncoder.hashDomain(domain));
			expect(separator).toBe(bytesToHex(domainSeparator(chainId)));
		}
	});
});

it("every vector but those of ContestAll and Erase can be sent at any time, as the document says", () => {
	const rejected = NAMES.filter((name) => {
		try {
			prepared(vectorOf(name).request, name, Date.UTC(2036));
			return false;
		} catch {
			return true;
		}
	});
	expect(rejected).toEqual(["ContestAll", "Erase"]);
});

describe.each(NAMES)("%s", (name) => {
	const vector = vectorOf(name);
	const encodeType = cellOf(name, "encodeType");
	const types = typesOf(encodeType);
	const { chainId = Object(vector.request.case).chainId } = vector.request;
	const domain = { name: "Replevin", version: "1", chainId: Number(chainId) };
	const message = messageOf(vector);
	const account = privateKeyToAccount(SIGNERS[name]);
	const vectorTypeHash = cellOf(name, "typehash");

	it("has a table of exactly the fields of its type, in order", () => {
		const fields = rowsOf(name).map(([field, type]) => `${type} ${field?.replace("txs[].", "")}`);
		const expected = [
			name,
			...Object.keys(types)
				.filter((other) => other !== name)
				.reverse(),
		].flatMap((struct) => (types[struct] ?? []).map(({ name, type }) => `${type} ${name}`));
		expect(fields.filter((field) => expected.includes(field))).toEqual(expected);
	});

	it("has the type hash, struct hash and digest that viem and ethers compute", () => {
		expect(cellOf(name, "typehash")).toBe(keccak256(utf8(encodeType)));
		expect(TypedDataEncoder.from(types).encodeType(name)).toBe(encodeType);
		expect(vector.structHash).toBe(hashStruct({ data: message, primaryType: name, types }));
		expect(vector.structHash).toBe(TypedDataEncoder.hashStruct(name, types, message));
		expect(vector.digest).toBe(hashTypedData({ domain, types, primaryType: name, message }));
		expect(vector.digest).toBe(TypedDataEncoder.hash(domain, types, message));
	});

	it("has the signature that viem makes and ethers verifies", async () => {
		expect(vector.signature).toBe(await account.signTypedData({ domain, types, primaryType: name, message }));
		expect(verifyTypedData(domain, types, message, vector.signature)).toBe(account.address);
	});

	it("is prepared by the service with the same hashes", () => {
		const { structHash, digest, typedData } = preparedByService(vector.request, name);
		expect({ structHash, digest }).toEqual({ structHash: vector.structHash, digest: vector.digest });
		const { EIP712Domain: _, ...serviceTypes } = typedData.types;
		expect(serviceTypes).toEqual(types);
	});

	it("is described in the OpenAPI document with its type and type hash", () => {
		const { description } = schemas[`${name}Message`] ?? {};
		expect(description).toContain(`\`${encodeType}\``);
		expect(description).toContain(`\`${vectorTypeHash}\``);
	});

	it("names its signer and its operation", () => {
		const { signer, request } = preparedByService(vector.request, name);
		const role = /^(\w+) of the case$/.exec(signer)?.[1];
		const fields = { ...Object(vector.request.case), ...vector.request };
		const given = ["ownerAddress", "account", "recoveryAccount"].find((field) => field in fields);
		const expected = role ?? given ?? "";
		expect(sectionOf(name)).toContain(`\`${expected}\``);
		if (role === undefined) expect(signer).toBe(fields[expected]);
		const path = request.path
			.replace(/0x[0-9a-fA-F]{64}/, "{jrcHash}")
			.replace(/0x[0-9a-fA-F]{40}/, "{ownerAddress}");
		expect(sectionOf(name)).toContain(`\`${request.method} ${path}\``);
	});
});

describe("jrcHash", () => {
	const { case: rec, transactions } = Object(vectorOf("NewCase").request);
	const word = (value: Hex | number) => pad(typeof value === "number" ? toHex(value) : value);
	const read = (name: string) => example("jrcHash", name);

	it("follows from its parts as the table says", () => {
		const [call] = transactions;
		expect(read("typehash of Call")).toBe(keccak256(utf8("Call(address dest,uint256 value,bytes data)")));
		expect(read("data hash")).toBe(keccak256(call.data));
		const parts = [read("typehash of Call"), word(call.dest), word(Number(call.value)), read("data hash")];
		expect(read("call hash")).toBe(keccak256(concat(parts)));
		expect(read("txs hash")).toBe(keccak256(concat([read("call hash")])));
		expect(read("reason hash")).toBe(keccak256(utf8(rec.reasonForRecovery)));
		expect(sectionOf("jrcHash")).toContain(
			TypedDataEncoder.from(typesOf(intentType())).encodeType("RecoveryIntent"),
		);
		expect(read("typehash of RecoveryIntent")).toBe(keccak256(utf8(intentType())));
		const words = [rec.lostAccount, rec.recoveryAccount, rec.chainId].map(word);
		const struct = [read("typehash of RecoveryIntent"), ...words, read("reason hash"), read("txs hash")];
		expect(read("jrcHash")).toBe(keccak256(concat(struct)));
	});

	it("is that of the service", () => {
		expect(read("jrcHash")).toBe(hashRecoveryIntent({ rec, txs: transactions }));
	});

	it("is computed by the contract that the document shows", () => {
		const [block] = readSection("docs/signing.md", "jrcHash", "sol");
		expect(block?.code).toBe(readContract("jrc-hash.sol"));
	});

	function intentType(): string {
		const types = cellOf("NewCase", "encodeType");
		const [call = ""] = /Call\(.*?\)/.exec(types) ?? [];
		const [intent = ""] = /RecoveryIntent\(a.*?\)/.exec(types) ?? [];
		return intent + call;
	}
});

it("caseId and eventId follow from the jrcHash as the table says", () => {
	const jrcHash = example("jrcHash", "jrcHash");
	const heading = "caseId and eventId";
	const first32 = (bytes: string | Uint8Array) => sha256(bytes).slice(2, 34);
	const caseId = cellOf(heading, "caseId");
	expect(caseId).toBe(
		`rc_${first32(Buffer.concat([Buffer.from("replevin.case.v1\0"), Buffer.from(jrcHash.slice(2), "hex")]))}`,
	);
	expect(caseId).toBe(caseIdOf(jrcHash));
	for (const sequence of [1, 2]) {
		const eventId = cellOf(heading, `eventId, event ${sequence}`);
		expect(eventId).toBe(`evt_${first32(`replevin.event.v1\0${caseId}\0${sequence}`)}`);
		expect(eventId).toBe(eventIdOf(caseId, sequence));
	}
});

describe("history and evidence", () => {
	const text = readExampleBundle();
	const bundle = JSON.parse(text);
	const heading = "History entries";
	const texts = blocksOf(heading, "").map((block) => block.trimEnd());

	it("each entry is hashed and chained as the document says", () => {
		let previousHash: string = example("jrcHash", "jrcHash");
		for (const [at, { entry, payload }] of bundle.history.entries()) {
			const [payloadText = "", entryText = ""] = texts.slice(2 * at);
			expect(payloadText).toBe(canonicalJson(payload));
			expect(cellOf(heading, `payloadHash of entry ${at + 1}`)).toBe(sha256(payloadText));
			expect(entry.payloadHash).toBe(sha256(payloadText));
			const { hash, ...unhashed } = entry;
			expect(entryText).toBe(canonicalJson({ ...unhashed, previousHash }));
			expect(cellOf(heading, `hash of entry ${at + 1}`)).toBe(sha256(entryText));
			expect(hash).toBe(sha256(entryText));
			previousHash = hash;
		}
		expect(texts).toHaveLength(4);
	});

	it("the head signs the digest of the rest of the bundle", () => {
		const { head, ...unsigned } = bundle;
		const read = (name: string) => cellOf("The head of a bundle", name);
		expect(read("digest")).toBe(sha256(canonicalJson(unsigned)));
		const [header, payload, signature] = head.split(".");
		expect(Buffer.from(header, "base64url").toString()).toBe(read("header"));
		expect(Buffer.from(payload, "base64url").toString()).toBe(read("payload"));
		expect(JSON.parse(read("payload"))).toEqual({ digest: read("digest") });
		expect(signature).toBe(read("signature"));
	});

	it("the service's own verifier accepts the example under the keys of the document", async () => {
		const [keys = ""] = blocksOf("The head of a bundle", "json");
		const verdict = await verifyEvidenceText(text, {
			jwks: JSON.parse(keys),
			seenHistoryHashes: [cellOf(heading, "hash of entry 1"), cellOf(heading, "hash of entry 2")],
		});
		expect(verdict).toMatchObject({ ok: true, report: { status: "pending", moves: 2 } });
	});

	it("the example has the vectors' signatures", () => {
		const signatures = bundle.history.map(
			({ payload }: { payload: { signature: string } }) => payload.signature,
		);
		expect(signatures).toEqual([vectorOf("NewCase").signature, vectorOf("CourtOrder").signature]);
	});

	it("the table of payloads has every move, with every member of its payload", () => {
		const rows = rowsOf(heading).map(([kinds = "", members = ""]) => ({ kinds: kinds.split(", "), members }));
		const forms = payloadForms(createIntentForms({ hasValidChecksum }));
		for (const [kind, form] of Object.entries(forms)) {
			const { members } = rows.find(({ kinds }) => kinds.includes(kind)) ?? {};
			expect(members, kind).toBeDefined();
			for (const member of form.members) if (member !== "kind") expect(members, kind).toContain(member);
		}
	});
});
