// @ts-nocheck: its packages are installed only when it is measured.
/**
 * The rival's front: an HTTP server that takes events and responds when Redis has them. The event's id is the
 * job's, so that one that comes twice counts once; attempts and waits are as many as the service's.
 */
import { createServer } from "node:http";
import { Queue } from "bullmq";

const { redisPort } = JSON.parse(process.argv[2]);

const queue = new Queue("webhooks", {
	connection: { host: "127.0.0.1", port: redisPort },
	defaultJobOptions: {
		attempts: 10,
		backoff: { type: "exponential", delay: 5_000, jitter: 0.2 },
		// What was delivered is forgotten, which costs the least; the service keeps it for thirty days.
		removeOnComplete: true,
	},
});

const server = createServer(async (request, response) => {
	try {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		const events = JSON.parse(Buffer.concat(chunks).toString("utf8"));
		const jobs = events.map((event) => ({ name: event.type, data: event, opts: { jobId: event.eventId } }));
		await (jobs.length === 1 ? queue.add(jobs[0].name, jobs[0].data, jobs[0].opts) : queue.addBulk(jobs));
		response.writeHead(200, { "Content-Length": 0 }).end();
	} catch (error) {
		response.writeHead(500).end(String(error));
	}
});
// Nothing is closed between two rounds.
server.keepAliveTimeout = 600_000;

await queue.waitUntilReady();
server.listen(0, "127.0.0.1", () => {
	process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.once("disconnect", () => process.exit(0));
