// @ts-nocheck: its packages are installed only when it is measured.
/** The rival's sender: takes the jobs, signs each in both forms and posts it over connections that stay open. */
import { createHmac } from "node:crypto";
import { Worker } from "bullmq";
import { Pool } from "undici";

const TIMEOUT_MS = 15_000;

const { redisPort, target, secret, brand, concurrency, client } = JSON.parse(process.argv[2]);
const key = Buffer.from(secret.slice("whsec_".length), "base64");
const { origin, pathname } = new URL(target);
const pool = new Pool(origin, {
	connections: concurrency,
	headersTimeout: TIMEOUT_MS,
	bodyTimeout: TIMEOUT_MS,
});

/** As most senders do it. */
async function withFetch(request) {
	const response = await fetch(target, {
		...request,
		redirect: "manual",
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	await response.text();
	return response.ok;
}

/** As it costs the least in Node. */
async function withUndici(request) {
	const { statusCode, body } = await pool.request({ ...request, path: pathname });
	await body.text();
	return statusCode >= 200 && statusCode < 300;
}

const post = client === "fetch" ? withFetch : withUndici;

const mac = (content, encoding) => createHmac("sha256", key).update(content).digest(encoding);

async function deliver({ data: { eventId, body } }) {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signed = `${timestamp}.${body}`;
	const ok = await post({
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"User-Agent": `${brand}-Webhooks/1`,
			[`${brand}-Webhook-Id`]: eventId,
			[`${brand}-Webhook-Timestamp`]: timestamp,
			[`${brand}-Webhook-Signature`]: `v1=${mac(signed, "hex")}`,
			"webhook-id": eventId,
			"webhook-timestamp": timestamp,
			"webhook-signature": `v1,${mac(`${eventId}.${signed}`, "base64")}`,
		},
		body,
	});
	if (!ok) throw new Error("the response was no 2xx");
}

const worker = new Worker("webhooks", deliver, {
	connection: { host: "127.0.0.1", port: redisPort },
	concurrency,
});
worker.on("error", (error) => process.stderr.write(`bullmq worker: ${error}\n`));
worker.on("failed", (_job, error) => process.stderr.write(`bullmq job: ${error}\n`));

await worker.waitUntilReady();
process.stdout.write("{}\n");
process.once("disconnect", () => process.exit(0));
