// recovery.md "Evidence keys".
// The verifier with the service's WebAssembly and with noble, as pages and the SDK have it: equal verdicts.
import { beforeAll, describe, expect, it } from "vitest";
import { keccak256 as wasmKeccak256 } from "../../../src/kernel/crypto/keccak/keccak.ts";
import { recoverAddress as recoverByWasm } from "../../../src/kernel/crypto/secp256k1/recover-address.ts";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import { bytesToHex, hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import { faultInWords } from "../../../src/protocol/evidence/fault-words.ts";
import { createEvidenceVerifier } from "../../../src/protocol/evidence/verify-evidence.ts";
import { keccak256 } from "../../../src/protocol/noble/keccak256.ts";
import { recoverAddress } from "../../../src/protocol/noble/recover-address.ts";
import { bundleOf, newEvidenceKey, STORIES, withNewHead } from "./evidence-cases.ts";
import { tamperings } from "./evidence-tampering.ts";

const key = await newEvidenceKey("evidence-1");
const jwks = { keys: [key.publicJwk] };
const byWasm = createEvidenceVerifier({ keccak256: wasmKeccak256, recover: recoverByWasm });
const byNoble = createEvidenceVerifier({ keccak256, recover: recoverAddress });

const texts = new Map<string, string>();
beforeAll(async () => {
	for (const [name, tell] of Object.entries(STORIES))
		texts.set(name, canonicalJson(await bundleOf(await tell(), key.signer)));
});
const textOf = (name: string) => texts.get(name) ?? "";

describe("WebAssembly and noble", () => {
	it.each(Object.keys(STORIES))("accept the same bundle with the same report: %s", async (name) => {
		const verdict = await byNoble.verifyEvidenceText(textOf(name), { jwks });
		expect(verdict).toMatchObject({ ok: true, bundle: JSON.parse(textOf(name)) });
		expect(await byWasm.verifyEvidenceText(textOf(name), { jwks })).toEqual(verdict);
	});

	it("reject the same bundles for the same faults, of every part", async () => {
		const kinds = new Set<string>();
		for (const name of ["contested", "contested, by a standing contest", "executed, judged again"]) {
			const bundle = JSON.parse(textOf(name));
			// A sample, because noble recovers a signer in two milliseconds.
			const sample = tamperings(bundle).filter((_, place) => place % 19 === 0);
			for (const { value: changed, path } of sample) {
				const value = changed();
				if (typeof value !== "object" || value === null || path === "$.head") continue;
				const forged = await withNewHead(value as never, key.signer);
				for (const broken of [value, forged]) {
					const verdict = await byNoble.verifyEvidence(broken, { jwks });
					expect(await byWasm.verifyEvidence(broken, { jwks })).toEqual(verdict);
					if (!verdict.ok) for (const { kind } of verdict.faults) kinds.add(kind);
				}
			}
		}
		expect([...kinds].sort()).toEqual(
			expect.arrayContaining([
				"chain_broken",
				"digest_differs",
				"event_wrong",
				"jrc_hash_wrong",
				"malformed",
				"message_differs",
				"payload_changed",
				"result_wrong",
				"signature_wrong",
				"state_wrong",
			]),
		);
	});

	it("recover the same signer, or none, from any bytes", () => {
		const digest = hexToBytes(`0x${"11".repeat(32)}`);
		const signatures = Array.from({ length: 60 }, (_, seed) => {
			const r = bytesToHex(wasmKeccak256(new Uint8Array([seed])));
			const s = bytesToHex(wasmKeccak256(new Uint8Array([seed, 1]))).slice(3);
			return hexToBytes(`${r}0${s}${seed % 2 === 0 ? "1b" : "01"}`);
		});
		const recovered = signatures.map((signature) => recoverAddress(digest, signature));
		expect(recovered).toEqual(signatures.map((signature) => recoverByWasm(digest, signature)));
		expect(recovered).toContain(null);
		expect(recovered.filter((address) => address !== null).length).toBeGreaterThan(10);
		expect(recoverAddress(digest, new Uint8Array(65))).toBe(null);
		expect(recoverAddress(digest, new Uint8Array(3))).toBe(null);
		expect(recoverAddress(new Uint8Array(31), signatures[0] ?? digest)).toBe(null);
	});
});

it("a fault names its part, its entry, the expected and the found value", async () => {
	const bundle = JSON.parse(textOf("contested"));
	bundle.history[1].payload.signature = bundle.history[0].payload.signature;
	const verdict = await byNoble.verifyEvidence(bundle, { jwks });
	const fault = verdict.ok ? undefined : verdict.faults.find(({ kind }) => kind === "signature_wrong");
	expect(fault).toMatchObject({
		where: "$.history[1].payload.signature",
		part: "history",
		index: 1,
		move: "attach_order",
		expected: bundle.intent.rec.recoveryAccount,
	});
	expect(fault && faultInWords(fault)).toBe(
		`is not a signature of this attach_order by ${bundle.intent.rec.recoveryAccount}`,
	);
});

it.each([
	[
		"an absent member",
		(bundle: { state: { version?: number } }) => delete bundle.state.version,
		"$.state.version",
		"is required",
	],
	[
		"an unknown member",
		(bundle: object) => Object.assign(bundle, { extra: 1 }),
		"$.extra",
		"is not a member that this version knows",
	],
	[
		"an address with a wrong checksum",
		(bundle: { intent: { rec: { lostAccount: string } } }) => {
			const { lostAccount } = bundle.intent.rec;
			bundle.intent.rec.lostAccount = `0x${lostAccount
				.slice(2)
				.toUpperCase()
				.replace(/[A-F]/, (letter) => letter.toLowerCase())}`;
		},
		"$.intent.rec.lostAccount",
		"has a wrong EIP-55 checksum",
	],
	[
		"an unknown move",
		(bundle: { history: { payload: { kind: string } }[] }) =>
			Object.assign(bundle.history[0]?.payload ?? {}, { kind: "toString" }),
		"$.history[0].payload.kind",
		expect.stringMatching(/^must be one of create, /),
	],
])("reports the path of %s", async (_, change, where, what) => {
	const bundle = JSON.parse(textOf("created"));
	change(bundle as never);
	const verdict = await byNoble.verifyEvidence(bundle, { jwks });
	const failures = verdict.ok
		? []
		: verdict.faults.map((fault) => ({ where: fault.where, what: faultInWords(fault) }));
	expect(failures).toEqual([{ where, what }]);
});
