/**
 * The service as it is built, with an entry that leaves out credentials, signatures and quotas, which have benchmarks
 * of their own. One developer has one endpoint, which receives every event but that of a new case.
 */
import type { RecoveryCase } from "../../../durable/recovery-case/recovery-case.ts";
import type { WebhookEndpoint } from "../../../durable/webhook-endpoint/webhook-endpoint.ts";
import { configOf } from "../../../src/config/config.ts";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { newWebhookSecretId } from "../../../src/kernel/crypto/random-ids.ts";
import { createSealer } from "../../../src/kernel/crypto/sealing.ts";
import type { CreateCommand, MoveCommand } from "../../../src/protocol/case-state.ts";
import { EVENT_TYPES } from "../../../src/protocol/enumerations.ts";
import { formatSecret, SECRET_BYTES } from "../../../src/webhooks/delivery/signing.ts";
import type { QueuedEvent } from "../../../src/webhooks/endpoint/endpoint.ts";
import { secretContext } from "../../../src/webhooks/endpoint/endpoint-messages.ts";
import service from "../../../src/worker.ts";

export { Account, LoginGuard, RecoveryCase, WebhookEndpoint } from "../../../src/worker.ts";

const DEVELOPER_ID = `dev_${"0".repeat(32)}`;
const ENDPOINT_ID = `we_${"0".repeat(32)}`;
const REVIEWER_ID = `dev_${"1".repeat(32)}`;
const CALLER = { kind: "developer", developerId: DEVELOPER_ID } as const;
const SIGNED = { signature: `0x${"5".repeat(130)}`, proof: { kind: "key" } } as const;
const CASES_AT_ONCE = 20;

const endpointOf = (env: Env) =>
	(env.WEBHOOK_ENDPOINTS as DurableObjectNamespace<WebhookEndpoint>).getByName(ENDPOINT_ID);
const caseOf = (env: Env, caseId: string) =>
	(env.RECOVERY_CASES as DurableObjectNamespace<RecoveryCase>).getByName(caseId);

/** Creates the endpoint and returns its secret. */
async function setUp(env: Env, url: string): Promise<Response> {
	const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
	const secretId = newWebhookSecretId();
	const sealer = createSealer(configOf(env).keyEncryptionKeys, "webhook-secret");
	const now = Date.now();
	await endpointOf(env).create({
		endpointId: ENDPOINT_ID,
		developerId: DEVELOPER_ID,
		url,
		description: null,
		eventTypes: EVENT_TYPES.filter((type) => type !== "recovery_case.created"),
		secret: { secretId, sealed: await sealer.seal(bytes, secretContext(ENDPOINT_ID, secretId)) },
		now,
	});
	await env.DB.prepare(
		"INSERT INTO webhook_endpoints (endpoint_id, developer_id, created_at) VALUES (?, ?, ?)",
	)
		.bind(ENDPOINT_ID, DEVELOPER_ID, now)
		.run();
	return Response.json({ secret: formatSecret(bytes) });
}

function creationOf(number: number): CreateCommand {
	const jrcHash = `0x${number.toString(16).padStart(64, "0")}` as const;
	return {
		...SIGNED,
		kind: "create",
		caseId: caseIdOf(jrcHash),
		jrcHash,
		source: "api",
		developerId: DEVELOPER_ID,
		subject: null,
		rec: {
			lostAccount: `0x${number.toString(16).padStart(40, "a")}`,
			recoveryAccount: `0x${"b".repeat(40)}`,
			chainId: 8453,
			reasonForRecovery: "lost key",
			email: "claimant@example.com",
		},
		txs: [{ dest: `0x${"c".repeat(40)}`, value: "0", data: `0xa9059cbb${"0".repeat(128)}` }],
		caseExpirySeconds: 15_552_000,
	};
}

/** Creates cases with these numbers and returns their ids. */
async function createCases(env: Env, { from, count }: { from: number; count: number }): Promise<Response> {
	const caseIds: string[] = [];
	for (let at = from; at < from + count; at += CASES_AT_ONCE) {
		const numbers = Array.from({ length: Math.min(CASES_AT_ONCE, from + count - at) }, (_, i) => at + i);
		const made = numbers.map(async (number) => {
			const command = creationOf(number);
			const created = await caseOf(env, command.caseId).create(command, CALLER);
			if ("reason" in created) throw new Error(`case ${number} is ${created.reason}`);
			return command.caseId;
		});
		caseIds.push(...(await Promise.all(made)));
	}
	return Response.json({ caseIds });
}

/** A case can repeat this without limit: an order is attached, doubted, cleared, doubted … */
function moveOf(step: number): MoveCommand {
	if (step === 0) {
		const courtInfo = {
			title: "In re Doe",
			fullCaseNumber: "1:26-cv-00042",
			courtId: "nysd",
			docketNumber: 17,
		};
		return { ...SIGNED, kind: "attach_order", courtInfo, challengePeriodSeconds: 2_592_000 };
	}
	const by = { reviewerId: REVIEWER_ID, note: "bench" };
	return step % 2 === 1
		? { ...by, kind: "require_action", statusReason: "documents_missing" }
		: { ...by, kind: "clear" };
}

async function move(env: Env, { caseId, step }: { caseId: string; step: number }): Promise<Response> {
	const moved = await caseOf(env, caseId).move(moveOf(step), CALLER);
	return new Response(null, { status: "kind" in moved && moved.kind === "moved" ? 200 : 409 });
}

async function enqueue(env: Env, events: QueuedEvent[]): Promise<Response> {
	const enqueued = await endpointOf(env).enqueue({ developerId: DEVELOPER_ID, events });
	return new Response(null, { status: "reason" in enqueued ? 409 : 200 });
}

export default {
	...service,
	async fetch(request, env) {
		switch (new URL(request.url).pathname) {
			case "/enqueue":
				return enqueue(env, await request.json());
			case "/move":
				return move(env, await request.json());
			case "/cases":
				return createCases(env, await request.json());
			default:
				return setUp(env, (await request.json<{ url: string }>()).url);
		}
	},
} satisfies ExportedHandler<Env>;
