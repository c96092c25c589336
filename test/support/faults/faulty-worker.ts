/**
 * The real Worker, which asks the test at each fault point and waits for the response, so it can be killed exactly
 * there. Handlers and objects are real. Only their bindings and `fetch` are wrapped.
 *
 * A question from an object is sent only after its earlier writes are on disk, like every output of an object.
 */
import service, {
	type Account,
	RecoveryCase as RealCase,
	WebhookEndpoint as RealEndpoint,
} from "../../../src/worker.ts";
import type { FaultPoint, Question } from "./fault-points.ts";

export { Account, LoginGuard } from "../../../src/worker.ts";

type Method = (...args: never[]) => Promise<unknown>;

const realFetch = globalThis.fetch;
let pointsUrl = "";

async function ask(point: FaultPoint, caseIds: string[], endpoint = ""): Promise<void> {
	const question: Question = { point, caseIds, endpoint };
	const response = await realFetch(pointsUrl, { method: "POST", body: JSON.stringify(question) });
	await response.arrayBuffer();
}

/** Replaces some methods. A proxy, because the methods of a stub are not known before they are called. */
function withMethods<T extends object>(target: T, methods: Record<string, Method>): T {
	return new Proxy(target, {
		get(_, name) {
			if (typeof name === "symbol" || name === "then") return undefined;
			const real = (...args: unknown[]) =>
				(Reflect.get(target, name) as (...args: unknown[]) => unknown)(...args);
			return methods[name] ?? real;
		},
	});
}

type Stub<T extends object> = { getByName(name: string): T };

/** A namespace whose objects have some methods replaced. */
function withObjects<T extends object>(
	namespace: Stub<T>,
	methodsOf: (name: string, object: T) => Record<string, Method>,
) {
	return {
		getByName(name: string) {
			const object = namespace.getByName(name);
			return withMethods(object, methodsOf(name, object));
		},
	};
}

type Pointer = { caseId: string };

function faultyQueue(queue: Queue): Queue {
	const sending = async (pointers: Pointer[], send: () => Promise<unknown>) => {
		const caseIds = pointers.map(({ caseId }) => caseId);
		await ask("send", caseIds);
		await send();
		await ask("sent", caseIds);
	};
	return withMethods(queue, {
		send: (pointer: Pointer) => sending([pointer], () => queue.send(pointer)),
		sendBatch: (messages: { body: Pointer }[]) =>
			sending(
				messages.map(({ body }) => body),
				() => queue.sendBatch(messages),
			),
	});
}

const faultyByEnv = new WeakMap<Env, Env>();

function faulty(env: Env): Env {
	const known = faultyByEnv.get(env);
	if (known) return known;
	pointsUrl = Reflect.get(env, "FAULT_POINTS_URL");
	const made = {
		...env,
		CASE_EVENTS: faultyQueue(env.CASE_EVENTS),
		RECOVERY_CASES: withObjects<DurableObjectStub<RealCase>>(env.RECOVERY_CASES, (caseId, object) => ({
			create: async (...args: Parameters<RealCase["create"]>) => {
				await ask("create", [caseId]);
				return object.create(...args);
			},
			confirmEvent: async (...args: Parameters<RealCase["confirmEvent"]>) => {
				await ask("confirm", [caseId]);
				return object.confirmEvent(...args);
			},
		})),
		ACCOUNTS: withObjects<DurableObjectStub<Account>>(env.ACCOUNTS, (name, object) => ({
			issueKey: async (...args: Parameters<Account["issueKey"]>) => {
				await ask("key-asked", [name]);
				return object.issueKey(...args);
			},
			finishRequest: async (...args: Parameters<Account["finishRequest"]>) => {
				await ask("finish", [name]);
				return object.finishRequest(...args);
			},
		})),
		WEBHOOK_ENDPOINTS: withObjects<DurableObjectStub<RealEndpoint>>(env.WEBHOOK_ENDPOINTS, (id, object) => ({
			create: async (...args: Parameters<RealEndpoint["create"]>) => {
				const created = await object.create(...args);
				await ask("endpoint-created", [args[0].developerId]);
				return created;
			},
			enqueue: async (input: Parameters<RealEndpoint["enqueue"]>[0]) => {
				await ask(
					"enqueue",
					input.events.map(({ body }) => JSON.parse(body).data.caseId),
					id,
				);
				return object.enqueue(input);
			},
		})),
	} as unknown as Env;
	faultyByEnv.set(env, made);
	return made;
}

/** D1 as an object sees it, which asks before each batch. */
function askingIndex(database: D1Database, caseIdOf: () => string): D1Database {
	return withMethods(database, {
		prepare: database.prepare.bind(database) as unknown as Method,
		batch: async (...args: Parameters<D1Database["batch"]>) => {
			await ask("index", [caseIdOf()]);
			return database.batch(...args);
		},
	});
}

class FaultyCase extends RealCase {
	#caseId = "";

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, { ...faulty(env), DB: askingIndex(env.DB, () => this.#caseId) });
	}

	override create(...args: Parameters<RealCase["create"]>): ReturnType<RealCase["create"]> {
		this.#caseId = args[0].caseId;
		return super.create(...args);
	}
}

class FaultyEndpoint extends RealEndpoint {
	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, faulty(env));
	}
}

export { FaultyCase as RecoveryCase, FaultyEndpoint as WebhookEndpoint };

/** Asks the test before and after the request of a delivery attempt. */
async function faultyFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
	const isWebhook = new Headers(init?.headers).has("webhook-id");
	if (!isWebhook) return realFetch(input, init);
	const { caseId } = JSON.parse(String(init?.body)).data;
	const endpoint = String(input);
	await ask("attempt", [caseId], endpoint);
	const response = await realFetch(input, init);
	await ask("responded", [caseId], endpoint);
	return response;
}
globalThis.fetch = faultyFetch;

export default {
	...service,
	fetch: (request, env, ctx) => service.fetch(request, faulty(env), ctx),
	async queue(batch: MessageBatch<Pointer>, env) {
		if (batch.queue === "case-events")
			await ask(
				"received",
				batch.messages.map(({ body }) => body.caseId),
			);
		await service.queue(batch, faulty(env));
	},
} satisfies ExportedHandler<Env, Pointer>;
