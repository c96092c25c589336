/**
 * The jrc-hash route of the service, without authentication and without the limit on transactions, over a
 * hash that is given; and a loop of hash and recovery. Everything but the hash is the same on both sides.
 */
import { Hono } from "hono";
import * as z from "zod";
import { respondWithError } from "../../../src/http/error-response.ts";
import type { HonoEnv } from "../../../src/http/hono-env.ts";
import { defineOperation } from "../../../src/http/operation.ts";
import { mountOperations } from "../../../src/http/router.ts";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { newRequestId } from "../../../src/kernel/crypto/random-ids.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { lazy } from "../../../src/kernel/once.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { callSchema, recSchema } from "../../../src/recovery/intent/intent-schemas.ts";
import { newCaseTypedData } from "../../../src/recovery/intent/typed-data.ts";
import type { Services } from "../../../src/services.ts";

export type Hashing = {
	hashIntent: (intent: RecoveryIntent) => Hex;
	/** The address, in lower case, that signed the intent's NewCase message. */
	recover: (intent: RecoveryIntent, signature: Hex) => Promise<string> | string | null;
};

const unlimitedIntent = lazy(() => z.strictObject({ rec: recSchema(), txs: z.array(callSchema()).min(1) }));

const hex = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"));
const signedCases = z.object({
	/** How often each case is judged. */
	times: z.int().positive(),
	cases: z.array(z.object({ case: recSchema(), transactions: z.array(callSchema()), signature: hex })),
});

function jrcHashOperation(hashIntent: Hashing["hashIntent"]) {
	return defineOperation({
		operationId: "calculateJrcHash",
		method: "POST",
		path: "/jrc-hash",
		tag: "bench",
		summary: "The jrc-hash route of the service",
		policy: "public",
		readOnly: true,
		hasLargeBody: true,
		body: unlimitedIntent,
		responses: {},
		errors: [],
		handler: ({ body }) => {
			const jrcHash = hashIntent(body);
			const result = { jrcHash, caseId: caseIdOf(jrcHash), typedData: newCaseTypedData(body) };
			return { status: 200, body: result };
		},
	});
}

async function recoverAll(request: Request, recover: Hashing["recover"]): Promise<Response> {
	const { times, cases } = signedCases.parse(await request.json());
	let judged = 0;
	for (let time = 0; time < times; time++) {
		for (const { case: rec, transactions: txs, signature } of cases) {
			const signer = await recover({ rec, txs }, signature);
			if (signer !== rec.recoveryAccount.toLowerCase()) throw new Error(`recovered ${signer}`);
			judged++;
		}
	}
	return Response.json({ judged });
}

export function createHashingWorker({ hashIntent, recover }: Hashing): ExportedHandler<Env> {
	const app = new Hono<HonoEnv>({ strict: true });
	app.use(async (c, next) => {
		c.set("requestId", newRequestId());
		// The router asks for the schema generation and the own origin. There is no D1 here.
		const config = { appOrigin: new URL(c.req.url).origin } as Services["config"];
		c.set("services", { requireGeneration: async () => {}, config } as Services);
		await next();
	});
	mountOperations(app, "", [jrcHashOperation(hashIntent)]);
	app.post("/recover", (c) => recoverAll(c.req.raw, recover));
	app.onError(respondWithError);
	return { fetch: app.fetch };
}
