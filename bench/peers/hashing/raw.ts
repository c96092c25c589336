/**
 * The floor of the jrc-hash route: the service's own hash and response with no router, no schemas and no headers
 * beyond the body's type. What is left is the runtime's own work for a request. Nothing here is safe to run.
 */
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { hashRecoveryIntent, newCaseTypedData } from "../../../src/recovery/intent/typed-data.ts";

export default {
	async fetch(request) {
		const intent = await request.json<RecoveryIntent>();
		const jrcHash = hashRecoveryIntent(intent);
		const body = { jrcHash, caseId: caseIdOf(jrcHash), typedData: newCaseTypedData(intent) };
		return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
	},
} satisfies ExportedHandler;
