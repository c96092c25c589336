/** Uploads a will of 10 MiB, verified, sealed and durable, beside a bare R2 put of the same bytes. */
import { createHash, randomBytes } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { median } from "../../scripts/stats.ts";
import { apiKeyHeaders, BASE_URL, startService } from "../fixtures/service.ts";
import { type Benchmark, type Figure, figureOf } from "../harness/benchmark.ts";
import { HttpConnection } from "../harness/http-connection.ts";
import { inShuffledOrder } from "../harness/pair.ts";
import { type Side, startPeer, withSides } from "../harness/side.ts";

const MEBIBYTE = 1024 * 1024;
const FILE_BYTES = 10 * MEBIBYTE;
const UPLOADS_PER_ROUND = 10;
const BOUNDARY = "will-upload";

/** A PDF by its first and last bytes; its content is incompressible. */
function willFile(bytes = FILE_BYTES): Buffer {
	const [head, end] = [Buffer.from("%PDF-1.7\n"), Buffer.from("\nstartxref\n9\n%%EOF\n")];
	return Buffer.concat([head, randomBytes(bytes - head.length - end.length), end]);
}

/** signing.md "The messages". */
const WILL = [
	{ name: "service", type: "string" },
	{ name: "ownerAddress", type: "address" },
	{ name: "version", type: "uint256" },
	{ name: "sha256", type: "bytes32" },
	{ name: "mimeType", type: "string" },
	{ name: "size", type: "uint256" },
] as const;

type Headers = Record<string, string>;

function requestOf(side: Side, path: string, headers: Headers, body: Buffer): Buffer {
	const lines = [`POST ${path} HTTP/1.1`, `Host: ${new URL(side.url).host}`];
	for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
	return Buffer.concat([
		Buffer.from(`${lines.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n`),
		body,
	]);
}

/** The first will of a new owner. */
async function uploadOf(side: Side, file: Buffer, keys: Headers): Promise<Buffer> {
	const owner = privateKeyToAccount(generatePrivateKey());
	const sha256 = `0x${createHash("sha256").update(file).digest("hex")}` as const;
	const size = BigInt(file.length);
	const signature = await owner.signTypedData({
		domain: { name: "Replevin", version: "1", chainId: 1 },
		types: { Will: WILL },
		primaryType: "Will",
		message: {
			service: BASE_URL,
			ownerAddress: owner.address,
			version: 1n,
			sha256,
			mimeType: "application/pdf",
			size,
		},
	});
	const field = (name: string, value: string) =>
		`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const fields =
		field("service", BASE_URL) +
		field("version", "1") +
		field("sha256", sha256) +
		field("signature", signature);
	const fileHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="will.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
	const body = Buffer.concat([Buffer.from(fields + fileHead), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
	const headers = { ...keys, "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
	return requestOf(side, `/api/v1/estate-profiles/${owner.address}/will`, headers, body);
}

/**
 * Sequential uploads.
 * @returns uploads per second
 */
async function rateOf(side: Side, requests: readonly Buffer[]): Promise<number> {
	const connection = await HttpConnection.open(side.url);
	const start = performance.now();
	for (const request of requests) {
		const { status, body } = await connection.send(request);
		if (status !== 201) throw new Error(`${side.name} responded with ${status} ${body}`);
	}
	const seconds = (performance.now() - start) / 1000;
	connection.close();
	return requests.length / seconds;
}

export const willUpload: Benchmark = {
	name: "will-upload",
	async callOnce(service) {
		await rateOf(service, [await uploadOf(service, willFile(1024), await apiKeyHeaders(service))]);
	},
	run: ({ rounds, say }) =>
		withSides({ ours: startService, bare: () => startPeer("bare-r2") }, async ({ ours, bare }) => {
			const file = willFile();
			const keys = await apiKeyHeaders(ours);
			const put = requestOf(bare, "/", { "Content-Type": "application/pdf" }, file);
			const puts = Array.from({ length: UPLOADS_PER_ROUND }, () => put);
			const measured: { ours: number; bare: number }[] = [];
			for (let round = 0; round <= rounds; round++) {
				say(round === 0 ? "will-upload: warming up" : `will-upload: round ${round} of ${rounds}`);
				const requests = await Promise.all(puts.map(() => uploadOf(ours, file, keys)));
				const rates = await inShuffledOrder({
					ours: () => rateOf(ours, requests),
					bare: () => rateOf(bare, puts),
				});
				if (round > 0) measured.push(rates);
			}
			return [rateFigure(measured)];
		}),
};

function rateFigure(rounds: readonly { ours: number; bare: number }[]): Figure {
	const shown = (side: "ours" | "bare") => `${median(rounds.map((round) => round[side])).toFixed(1)}/s`;
	return figureOf({
		operation: "will of 10 MiB, verified, sealed and durable",
		rival: "bare R2 put",
		ours: shown("ours"),
		theirs: shown("bare"),
		ratios: rounds.map(({ ours, bare }) => ours / bare),
		goal: { atLeast: 0.5 },
		details: rounds,
	});
}
