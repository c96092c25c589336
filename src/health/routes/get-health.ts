import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { AppError } from "../../kernel/app-error.ts";
import { lazy } from "../../kernel/once.ts";

const partState = /* @__PURE__ */ lazy(() => z.enum(["ok", "failing"]));

export const getHealthResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			status: z.literal("ok"),
			database: partState(),
			keyValue: partState(),
			objects: partState(),
		})
		.meta({ id: "Health" }),
);

/** architecture.md "Running it". */
export const getHealth = defineOperation({
	operationId: "getHealth",
	method: "GET",
	path: "/health",
	tag: "Service",
	summary: "Check the health of the service and its storage",
	policy: "public",
	cors: "public",
	readOnly: true,
	responses: { 200: "D1, KV and the Durable Objects respond." },
	errors: [],
	handler: async ({ services }) => {
		const { parts, missingMigrations } = await services.checkHealth();
		const [first, ...others] = missingMigrations;
		if (first !== undefined) throw migrationMissing(first, others.length);
		const failing = Object.entries(parts).filter(([, state]) => state === "failing");
		if (failing.length === 0) return { status: 200, body: { status: "ok", ...parts } };
		throw new AppError({
			code: "SERVICE_UNAVAILABLE",
			message: `These parts do not respond: ${failing.map(([part]) => part).join(", ")}. Try again in a moment.`,
		});
	},
});

function migrationMissing(name: string, others: number): AppError {
	const which = others === 0 ? `migration ${name} is` : `migration ${name} and ${others} later ones are`;
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message:
			`The database is older than the service: ${which} not applied. ` +
			"Run: npx wrangler d1 migrations apply DB --remote (on this machine: --local).",
	});
}
