/**
 * Resolves a privacy code beside authenticated gets of the same service with the same key: of a case, which asks
 * objects only, and of the estate's profile, which is in D1 like the code. Sequential, because concurrent resolves of
 * one account are limited.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import * as z from "zod";
import { apiKeyHeaders, BASE_URL, fileCase, post, startService } from "../fixtures/service.ts";
import { type Benchmark, type Figure, timeFigure } from "../harness/benchmark.ts";
import { ask, type RequestShape } from "../harness/load.ts";
import { comparePair } from "../harness/pair.ts";
import type { Side } from "../harness/side.ts";

const RESOLVE_PATH = "/api/v1/estate-profiles/privacy-codes/resolve";

const DOMAIN = { name: "Replevin", version: "1", chainId: 1 } as const;
/** signing.md "The messages". */
const AGREEMENT = [
	{ name: "service", type: "string" },
	{ name: "ownerAddress", type: "address" },
	{ name: "version", type: "string" },
	{ name: "documentHash", type: "bytes32" },
	{ name: "nonce", type: "bytes32" },
] as const;
const PRIVACY_CODE = [
	{ name: "service", type: "string" },
	{ name: "ownerAddress", type: "address" },
	{ name: "label", type: "string" },
	{ name: "expiresAt", type: "uint256" },
	{ name: "nonce", type: "bytes32" },
] as const;

const profile = z.object({
	agreement: z.object({
		current: z.object({ version: z.string(), documentHash: z.templateLiteral(["0x", z.string()]) }),
	}),
});

/** A code that this developer may resolve, and the path of its profile. */
async function newPrivacyCode(
	side: Side,
	headers: Record<string, string>,
): Promise<{ code: string; path: string }> {
	const owner = privateKeyToAccount(generatePrivateKey());
	const ownerAddress = owner.address;
	const path = `/api/v1/estate-profiles/${ownerAddress}`;
	const { text } = await ask(side, { method: "GET", path, headers });
	const { version, documentHash } = profile.parse(JSON.parse(text)).agreement.current;
	const terms = { service: BASE_URL, version, documentHash, nonce: generatePrivateKey() };
	const agreed = await owner.signTypedData({
		domain: DOMAIN,
		types: { Agreement: AGREEMENT },
		primaryType: "Agreement",
		message: { ownerAddress, ...terms },
	});
	await post(side, `${path}/agreement`, JSON.stringify({ ...terms, signature: agreed }), headers);
	const code = { service: BASE_URL, label: "Probate filing", nonce: generatePrivateKey() };
	const signature = await owner.signTypedData({
		domain: DOMAIN,
		types: { PrivacyCode: PRIVACY_CODE },
		primaryType: "PrivacyCode",
		message: { ownerAddress, ...code, expiresAt: 0n },
	});
	const made = await post(side, `${path}/privacy-codes`, JSON.stringify({ ...code, signature }), headers);
	return { code: String(made.code), path };
}

export const resolve: Benchmark = {
	name: "resolve",
	async callOnce(service) {
		const headers = await apiKeyHeaders(service);
		const { code } = await newPrivacyCode(service, headers);
		await post(service, RESOLVE_PATH, JSON.stringify({ code }), headers);
	},
	async run({ rounds, seconds, say }) {
		const side = await startService();
		try {
			const headers = await apiKeyHeaders(side);
			const { code, path } = await newPrivacyCode(side, headers);
			const gets = {
				"authenticated get of a case": `/api/v1/recovery-cases/${await fileCase(side, headers)}`,
				"authenticated get of the estate's profile": path,
			};
			const resolving: RequestShape = {
				method: "POST",
				path: RESOLVE_PATH,
				headers,
				body: JSON.stringify({ code }),
			};
			const { status, text } = await ask(side, resolving);
			if (status !== 200) throw new Error(`the code does not resolve: ${status} ${text}`);
			const figures: Figure[] = [];
			for (const [rival, path] of Object.entries(gets)) {
				const get: RequestShape = { method: "GET", path, headers };
				const load = { connections: 1, until: { seconds } };
				const onRound = (round: number) => say(`resolve beside an ${rival}: round ${round} of ${rounds}`);
				const comparison = await comparePair(
					{ side, shape: resolving },
					{ side, shape: get },
					{ rounds, load, onRound },
				);
				const judgement = { operation: "resolve a privacy code", rival, goal: { atMost: 1.3 } };
				figures.push(timeFigure(comparison, judgement, 1));
			}
			return figures;
		} finally {
			await side.stop();
		}
	},
};
