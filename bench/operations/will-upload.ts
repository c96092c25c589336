/** Uploads a will of 10 MiB, verified, sealed and durable, beside a bare R2 put of the same bytes. */
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { apiKeyHeaders, BASE_URL, startService } from "../fixtures/service.ts";
import { type Benchmark, type Figure, type Goal, isHeld } from "../harness/benchmark.ts";
import { build } from "../harness/build.ts";
import { HttpConnection } from "../harness/http-connection.ts";
import { PEERS } from "../harness/paths.ts";
import { type Side, startSide } from "../harness/side.ts";
import { median } from "../harness/stats.ts";

const MEBIBYTE = 1024 * 1024;
const FILE_BYTES = 10 * MEBIBYTE;
const UPLOADS_PER_ROUND = 10;
const RATE_GOAL: Goal = { atLeast: 0.5 };
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
		if (status !== 201) throw new Error(`${side.name} answered ${status} ${body}`);
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
	async run({ rounds, say }) {
		const file = willFile();
		const ours = await startService();
		const bare = await startSide({
			name: "bare-r2",
			build: await build(join(PEERS, "bare-r2", "wrangler.toml"), "bare-r2.js"),
		});
		try {
			const keys = await apiKeyHeaders(ours);
			const uploads = async (count: number) =>
				Promise.all(Array.from({ length: count }, () => uploadOf(ours, file, keys)));
			const put = requestOf(bare, "/", { "Content-Type": "application/pdf" }, file);
			const measured: { ours: number; bare: number }[] = [];
			for (let round = 0; round <= rounds; round++) {
				say(round === 0 ? "will-upload: warming up" : `will-upload: round ${round} of ${rounds}`);
				const requests = await uploads(UPLOADS_PER_ROUND);
				const puts = Array.from({ length: UPLOADS_PER_ROUND }, () => put);
				const isOursFirst = Math.random() < 0.5;
				const first = isOursFirst ? await rateOf(ours, requests) : await rateOf(bare, puts);
				const second = isOursFirst ? await rateOf(bare, puts) : await rateOf(ours, requests);
				if (round === 0) continue;
				measured.push(isOursFirst ? { ours: first, bare: second } : { ours: second, bare: first });
			}
			return [rateFigure(measured)];
		} finally {
			await Promise.all([ours.stop(), bare.stop()]);
		}
	},
};

function rateFigure(rounds: readonly { ours: number; bare: number }[]): Figure {
	const ratios = rounds.map(({ ours, bare }) => ours / bare);
	const shown = (side: "ours" | "bare") => `${median(rounds.map((round) => round[side])).toFixed(1)}/s`;
	return {
		operation: "will of 10 MiB, verified, sealed and durable",
		rival: "bare R2 put",
		ours: shown("ours"),
		theirs: shown("bare"),
		ratio: median(ratios),
		spread: [Math.min(...ratios), Math.max(...ratios)],
		goal: RATE_GOAL,
		cpuRatio: null,
		cpuGoal: null,
		held: isHeld(median(ratios), RATE_GOAL),
		details: rounds,
	};
}
