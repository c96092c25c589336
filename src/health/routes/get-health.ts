import { defineOperation } from "../../http/operation.ts";
import { AppError } from "../../kernel/app-error.ts";

/** architecture.md "Running it". */
export const getHealth = defineOperation({
	operationId: "getHealth",
	method: "GET",
	path: "/health",
	tag: "Service",
	summary: "Tell whether the service and its storage answer",
	policy: "public",
	readOnly: true,
	responses: { 200: "D1, KV and the Durable Objects answer." },
	errors: [],
	handler: async ({ services }) => {
		const parts = await services.checkHealth();
		const failing = Object.entries(parts).filter(([, state]) => state === "failing");
		if (failing.length === 0) return { status: 200, body: { status: "ok", ...parts } };
		throw new AppError({
			code: "SERVICE_UNAVAILABLE",
			message: `Not answering: ${failing.map(([part]) => part).join(", ")}. Try again in a moment.`,
		});
	},
});
