import { WEBHOOK_EVENT_TYPES } from "../../../src/protocol/enumerations.ts";
import type { WebhookEndpoint, WebhookEndpointRequest } from "../../src/generated/api.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT } from "../command.ts";
import { requireMember } from "../require-member.ts";

const ENDPOINT = "we_0a1b2c3d4e5f60718293a4b5c6d7e8f9";
const lineOf = ({ endpointId, status, disabledReason, url }: WebhookEndpoint): string =>
	`${endpointId}  ${disabledReason === null ? status : `${status} (${disabledReason})`}  ${url}`;

export const listEndpoints: Command = {
	name: "endpoints list",
	summary: "List your webhook endpoints with their health",
	operands: [],
	options: {},
	examples: ["replevin endpoints list"],
	async run({ json }, io) {
		const { data } = await (await clientOf(io)).webhooks.list({ signal: io.signal });
		for (const endpoint of data) io.print(json ? JSON.stringify(endpoint) : lineOf(endpoint));
		if (data.length === 0 && !json) io.note("There is no endpoint.");
		return EXIT.ok;
	},
};

export const createEndpoint: Command = {
	name: "endpoints create",
	summary: "Register a webhook endpoint, and print its secret once",
	operands: [{ name: "URL" }],
	options: {
		events: {
			value: "TYPES",
			offers: WEBHOOK_EVENT_TYPES,
			help: "event types, with commas between them; all recovery_case types by default",
		},
		description: { value: "TEXT", help: "your own note" },
	},
	examples: ["replevin endpoints create https://partner.example/hooks"],
	async run({ words: [url = ""], options: { events, description }, json }, io) {
		const body = {
			url,
			...(description !== undefined && { description }),
			...(events !== undefined && { eventTypes: String(events).split(",") }),
		} as WebhookEndpointRequest;
		const made = await (await clientOf(io)).webhooks.create(body, { signal: io.signal });
		requireMember(made, "endpointId");
		if (json) io.print(JSON.stringify(made));
		else if ("secret" in made) {
			io.print(`${made.endpointId}  ${made.secret}`);
			io.note("The secret is not shown again. Store it now.");
		} else io.note(`${made.endpointId}: ${made.notice}`);
		return EXIT.ok;
	},
};

export const enableEndpoint: Command = {
	name: "endpoints enable",
	summary: "Enable a disabled webhook endpoint",
	operands: [{ name: "ID" }],
	options: {},
	examples: [`replevin endpoints enable ${ENDPOINT}`],
	async run({ words: [endpointId = ""], json }, io) {
		const { webhooks } = await clientOf(io);
		const endpoint = await webhooks.update(endpointId, { enabled: true }, { signal: io.signal });
		requireMember(endpoint, "endpointId");
		io.print(json ? JSON.stringify(endpoint) : lineOf(endpoint));
		return EXIT.ok;
	},
};

export const deleteEndpoint: Command = {
	name: "endpoints delete",
	summary: "Delete a webhook endpoint and its deliveries",
	operands: [{ name: "ID" }],
	options: {},
	examples: [`replevin endpoints delete ${ENDPOINT}`],
	async run({ words: [endpointId = ""], json }, io) {
		const removed = await (await clientOf(io)).webhooks.delete(endpointId, { signal: io.signal });
		requireMember(removed, "endpointId");
		io.print(json ? JSON.stringify(removed) : `${removed.endpointId} is deleted.`);
		return EXIT.ok;
	},
};
