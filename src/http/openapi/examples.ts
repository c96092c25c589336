/**
 * Examples of request bodies. Signed bodies use the published test vectors; the others come from the examples of
 * their schema.
 */
import type { JsonSchema } from "./document-types.ts";
import { isObject, type SchemaSet } from "./zod-schemas.ts";

const rec = {
	lostAccount: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
	recoveryAccount: "0x1563915e194D8CfBA1943570603F7606A3115508",
	chainId: 8453,
	reasonForRecovery: "lost key",
	email: "claimant@example.com",
};
const txs = [
	{
		dest: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
		value: "0",
		data: "0xa9059cbb0000000000000000000000001563915e194d8cfba1943570603f7606a311550800000000000000000000000000000000000000000000000000000000000f4240",
	},
];

const walletMessage = [
	"replevin.example wants you to sign in with your Ethereum account:",
	rec.recoveryAccount,
	"",
	"Sign in to Replevin to see the cases and the estate of this account. This moves nothing and costs nothing.",
	"",
	"URI: https://replevin.example",
	"Version: 1",
	"Chain ID: 8453",
	"Nonce: 5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f",
	"Issued At: 2026-11-21T09:30:00.000Z",
	"Expiration Time: 2026-11-21T09:40:00.000Z",
].join("\n");

const nonce = `0x${"ab".repeat(32)}`;

/** A PDF in base64. */
const emptyPage =
	"JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgNjEyIDc5Ml0+PmVuZG9iagp4cmVmCjAgNAowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMDkgMDAwMDAgbiAKMDAwMDAwMDA1MiAwMDAwMCBuIAowMDAwMDAwMTAxIDAwMDAwIG4gCnRyYWlsZXI8PC9TaXplIDQvUm9vdCAxIDAgUj4+CnN0YXJ0eHJlZgoxNjQKJSVFT0YK";

/** Signed by the keys 0x11… (lost account), 0x22… (recovery account) and 0x33… (owner). */
export const requestExamples: Record<string, unknown> = {
	openWalletSession: {
		message: walletMessage,
		signature:
			"0x6228616bcf7149e8a956a16023eb1c1fec52696e272a5d201666b15422dad6b46a6f61b9832ddbf23731ff8e343fcb6e477f65ac0a3b21c50eb3bd1cfb3bcb2e1b",
	},
	prepareTypedData: { message: "NewCase", case: rec, transactions: txs },
	findDuplicateCase: { rec, txs },
	calculateJrcHash: { rec, txs },
	createRecoveryCase: {
		case: rec,
		transactions: txs,
		signature:
			"0x92a562e12e7043470bb6b3dee683afdfea601065cefb1df95c5d48adbae9e61611b4f443fd93d8d542dc8a93f2357c3ded0d191adb791ccee2c8449554ee906c1c",
	},
	attachCourtOrder: {
		courtInfo: {
			title: "In re Estate of Doe",
			fullCaseNumber: "1:26-cv-00042",
			courtId: "nysd",
			docketNumber: 17,
		},
		signature:
			"0x1f09142893eb9e6747628406028bcfe665f5feb2b2156e4f2d12b0665a4b6e4a23ff7c620684e13dc4be0efec0e285272f05bf44f8c47f4284eb7cd2cfa2a7671b",
	},
	contestRecoveryCase: {
		reason: "I still hold the key",
		signature:
			"0x1e4b961287828fa0b3ef3cee642e9bcca6dd20c327fd60a60e40f308ff4f8a1474815fa220053018cf57d9aa713bebc6d4acfbd3305c3f6a9fab8a8455a96ea51c",
	},
	withdrawRecoveryCase: {
		reason: "The account was found again",
		signature:
			"0xf0c1949e205cf7cf25fffd2627ac7c99f6d4f046c0e0a96de40da663a8c0d236228f2a2cc8666cb7b93ccfdc89dc224504b33b1d2622134c7afdf0af5b9513471c",
	},
	reportExecution: { txHashes: [`0x${"5c".repeat(32)}`] },
	addCaseDocument: {
		file: { base64: emptyPage, name: "letters.pdf", mimeType: "application/pdf" },
		title: "Letters of administration",
	},
	decideRecoveryCase: {
		decision: "require_action",
		reason: "The docket number is not one of this court.",
		statusReason: "order_unverifiable",
	},
	acceptEstateAgreement: {
		version: "2026-11-01",
		documentHash: "0xaa5275ddd26b90a5a8822da4f08fb87c87db923b4cb91a9b9ff178e962b2403b",
		// Each message has a nonce of its own.
		nonce: `0x${"cd".repeat(32)}`,
		chainId: 1,
		signature:
			"0x84f317a3d98596de832c0ce8b8bf5996d777d1f9ea05e0f037f6b4e7342fef3839dc7bc213ba6cdad1a4b527229cfdc3ca1cf93c024ce4b69d9eacd210ae1d0b1c",
	},
	createPrivacyCode: {
		label: "Probate filing",
		expiresAt: 0,
		nonce,
		chainId: 1,
		signature:
			"0xd3fdfba31fa5eded768bc403670e167eb364d8a690759e04ae6972554867681967933848effae3327b1cfeaabcd5b43502fb44a1e6a568a0bf1710ef7aa1dce61b",
	},
	lodgeWill: {
		file: {
			base64: "TXkgbGFzdCB3aWxsOiBhbGwgdG8gSmFuZSBEb2UuCg==",
			name: "will.txt",
			mimeType: "text/plain",
		},
		version: 1,
		sha256: "0x104e8db9c9b5e05ce8a78eae225dc5f9b10454f1b035b4a9990b7c7e7618fa6b",
		chainId: 1,
		signature:
			"0x970cc9215381450b608ec038907d9c509450a4c67dfd7296b95f67bba814ca3c180ab2d77b8db8da2495d0df0e6dabd9a063c191865414b758002360eda8a98d1c",
	},
	requestRelease: {
		file: { base64: emptyPage, name: "order.pdf", mimeType: "application/pdf" },
		code: "RPL-00000-00000-00000-00000-00000-00",
		courtInfo: {
			title: "In re Estate of Doe",
			fullCaseNumber: "1:26-cv-00042",
			courtId: "nysd",
			docketNumber: 17,
		},
		applicant: "Probate court of Example County, on behalf of the executor",
	},
	// A copy needs a current deadline and a new signature.
	eraseEstateProfile: {
		nonce,
		deadline: 1_795_253_400,
		chainId: 1,
		signature:
			"0xd67782e5c62b6bf894fea22e7899a0cdb323c84baacd1ff660174a3fc8b7c2392cba685cfb26f9e74abefa22b2c892bf1b11a04f6701de64e80e696ddec8537a1b",
	},
};

/** Builds an example from the examples, constants and types within a schema. */
export function exampleOf(schema: JsonSchema, components: SchemaSet["components"]): unknown {
	if (typeof schema.$ref === "string") {
		const component = components[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
		return component && exampleOf(component, components);
	}
	if (Array.isArray(schema.examples)) return schema.examples[0];
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	if (isObject(schema.properties)) {
		return Object.fromEntries(
			Object.entries(schema.properties).map(([name, property]) => [
				name,
				exampleOf(isObject(property) ? property : {}, components),
			]),
		);
	}
	if (schema.type === "array") return [exampleOf(isObject(schema.items) ? schema.items : {}, components)];
	throw new Error(`A field of a request has no example: ${JSON.stringify(schema)}`);
}
