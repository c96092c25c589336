import { verifyWebhook } from "@replevin/sdk";

/** @typedef {{ event: import("@replevin/sdk").WebhookEvent, at: Date }} Received */

/**
 * Verifies and keeps webhooks, and tells the open pages of each.
 *
 * @param {string} secret of the endpoint
 */
export function createWebhooks(secret) {
	/** By id, because an event can come twice. A real shop keeps them in its database. @type {Map<string, Received>} */
	const received = new Map();
	/** @type {Set<import("node:http").ServerResponse>} */
	const pages = new Set();

	return {
		received,

		/**
		 * @param {string} body as it arrived
		 * @param {import("node:http").IncomingHttpHeaders} headers
		 * @throws WebhookVerificationError
		 */
		async receive(body, headers) {
			const event = await verifyWebhook(body, headers, secret);
			if (received.has(event.id)) return;
			// A sample is about no case.
			if (event.data.test) return console.log(`verified a sample, ${event.type}`);
			received.set(event.id, { event, at: new Date() });
			console.log(`verified ${event.type} of ${event.data.caseId}`);
			for (const page of pages) page.write(`data: ${event.type}\n\n`);
		},

		/**
		 * Keeps a response open, and writes to it whenever a webhook has come (server-sent events).
		 *
		 * @param {import("node:http").ServerResponse} response
		 */
		follow(response) {
			response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
			response.write(": open\n\n");
			pages.add(response);
			response.on("close", () => pages.delete(response));
		},
	};
}
