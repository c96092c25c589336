import * as z from "zod";
import { defineOperation } from "../http/operation.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import type { PartState } from "./check-health.ts";

const partState = lazy(() => z.enum(["ok", "failing"]));

const getHealthResponse = lazyObject("Health", () => ({
	status: z
		.enum(["ok", "degraded"])
		.describe(
			doc(
				"`degraded`: the service works, but documents, the queue, mail or a chain's node does not respond. If an essential part does not respond, the status is 503.",
			),
		),
	database: partState().describe(doc("D1.")),
	keyValue: partState().describe(doc("KV.")),
	objects: partState().describe(doc("The Durable Objects.")),
	documents: partState().describe(doc("R2. While it fails, documents can be neither stored nor read.")),
	queue: partState().describe(doc("The queue of events. While it fails, webhooks are late.")),
	mail: partState().describe(doc("Mail. While it fails, a mail waits for more than ten minutes.")),
	rpc: z.record(z.string().regex(/^[1-9]\d*$/), partState()).meta({
		description: doc(
			"The node of each chain, by chain id. While one fails, contract wallets of its chain cannot sign and executions are not proven.",
		),
		example: { "8453": "ok" },
	}),
	version: z.string().meta({ description: doc("The version of the running build."), example: doc("1.0.0") }),
	deployment: z
		.string()
		.nullable()
		.meta({
			description: doc("The platform's id of the running deployment; null without a platform."),
			example: doc("3f1c2a9e-5b7d-4c1e-9a60-2d8e4f7b1c35"),
		}),
	schemaGeneration: z
		.int()
		.positive()
		.meta({
			description: doc("The newest generation of stored data that the build serves."),
			example: 1,
		}),
}));

/** Without these the service works for no caller, so a load balancer must use another instance. */
const ESSENTIAL = ["database", "keyValue", "objects"] as const;

/** operations.md "Health". */
export const getHealth = defineOperation({
	operationId: "getHealth",
	method: "GET",
	path: "/health",
	tag: "Service",
	summary: doc("Check the health of the service and its parts"),
	description: doc(
		"Asks each part at most every five seconds, and the chains' nodes every minute. 503 names the parts that do not respond.",
	),
	policy: "public",
	cors: "public",
	readOnly: true,
	responses: {
		200: {
			description: doc("The essential parts respond: D1, KV and the Durable Objects."),
			schema: getHealthResponse,
		},
	},
	handler: async ({ services }) => {
		const { parts, missingMigrations, rpc, build } = await services.checkHealth();
		const [first, ...others] = missingMigrations;
		if (first !== undefined) throw migrationMissing(first, others.length);
		const failing = namesOfFailing(parts);
		if (ESSENTIAL.some((part) => parts[part] === "failing")) {
			throw new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: `These parts do not respond: ${failing.join(", ")}. Try again in a moment.`,
			});
		}
		const isDegraded = failing.length + namesOfFailing(rpc).length > 0;
		return { status: 200, body: { status: isDegraded ? "degraded" : "ok", ...parts, rpc, ...build } };
	},
});

const namesOfFailing = (states: Readonly<Record<string, PartState>>): string[] =>
	Object.keys(states).filter((name) => states[name] === "failing");

function migrationMissing(name: string, others: number): AppError {
	const which = others === 0 ? `migration ${name} is` : `migration ${name} and ${others} later ones are`;
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message:
			`The database is older than the service: ${which} not applied. ` +
			"Run: npx wrangler d1 migrations apply DB --remote (on this machine: --local).",
	});
}
