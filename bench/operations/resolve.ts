/**
 * Resolving a privacy code beside an authenticated get of a case, of the same service with the same key. One after
 * the other: attempts at codes are counted while they are under way, so one account cannot make many at once.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import * as z from "zod";
import { newCase } from "../fixtures/cases.ts";
import { apiKeyHeaders, post, startService } from "../fixtures/service.ts";
import { type Benchmark, timeFigure } from "../harness/benchmark.ts";
import { ask, type RequestShape } from "../harness/load.ts";
import { comparePair } from "../harness/pair.ts";
import type { Side } from "../harness/side.ts";

const RESOLVE_PATH = "/api/v1/estate-profiles/privacy-codes/resolve";

const DOMAIN = { name: "Replevin", version: "1", chainId: 1 } as const;
/** design/signatures.md "Types". */
const AGREEMENT = [
	{ name: "ownerAddress", type: "address" },
	{ name: "version", type: "string" },
	{ name: "documentHash", type: "bytes32" },
] as const;
const PRIVACY_CODE = [
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

/** A code that this developer may resolve. */
async function newPrivacyCode(side: Side, headers: Record<string, string>): Promise<string> {
	const owner = privateKeyToAccount(generatePrivateKey());
	const ownerAddress = owner.address;
	const path = `/api/v1/estate-profiles/${ownerAddress}`;
	const { text } = await ask(side, { method: "GET", path, headers });
	const { version, documentHash } = profile.parse(JSON.parse(text)).agreement.current;
	const agreed = await owner.signTypedData({
		domain: DOMAIN,
		types: { Agreement: AGREEMENT },
		primaryType: "Agreement",
		message: { ownerAddress, version, documentHash },
	});
	await post(
		side,
		`${path}/agreement`,
		JSON.stringify({ version, documentHash, signature: agreed }),
		headers,
	);
	const code = { label: "Probate filing", nonce: generatePrivateKey() };
	const signature = await owner.signTypedData({
		domain: DOMAIN,
		types: { PrivacyCode: PRIVACY_CODE },
		primaryType: "PrivacyCode",
		message: { ownerAddress, ...code, expiresAt: 0n },
	});
	const made = await post(side, `${path}/privacy-codes`, JSON.stringify({ ...code, signature }), headers);
	return String(made.code);
}

export const resolve: Benchmark = {
	name: "resolve",
	async run({ rounds, seconds, say }) {
		const side = await startService();
		try {
			const headers = await apiKeyHeaders(side);
			const code = await newPrivacyCode(side, headers);
			const body = JSON.stringify(await newCase(3));
			const { caseId } = await post(side, "/api/v1/recovery-cases/new-case", body, headers);
			const get: RequestShape = { method: "GET", path: `/api/v1/recovery-cases/${caseId}`, headers };
			const resolving: RequestShape = {
				method: "POST",
				path: RESOLVE_PATH,
				headers,
				body: JSON.stringify({ code }),
			};
			const { status, text } = await ask(side, resolving);
			if (status !== 200) throw new Error(`the code does not resolve: ${status} ${text}`);
			const comparison = await comparePair(
				{ side, shape: resolving },
				{ side, shape: get },
				{
					rounds,
					load: { connections: 1, until: { seconds } },
					onRound: (round) => say(`resolve: round ${round} of ${rounds}`),
				},
			);
			const judgement = {
				operation: "resolve a privacy code",
				rival: "authenticated get of a case",
				goal: { atMost: 1.3 },
			};
			return [timeFigure(comparison, judgement, 1)];
		} finally {
			await side.stop();
		}
	},
};
