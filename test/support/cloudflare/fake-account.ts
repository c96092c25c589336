/**
 * A real HTTP server that speaks Cloudflare's documented API for one account, for wrangler and for the operator's
 * commands: nobody's account is at hand. It responds with 404 to everything that it does not know.
 */
import { text } from "node:stream/consumers";
import { type LocalServer, startLocalServer } from "../service/local-server.ts";

export const ACCOUNT = "0123456789abcdef0123456789abcdef";
export const DATABASE = "11111111-2222-3333-4444-555555555555";
export const NAMESPACE = "fedcba9876543210fedcba9876543210";
const SCRIPT = "replevin";
const HOME = `/accounts/${ACCOUNT}`;
const SCRIPT_PATH = `${HOME}/workers/scripts/${SCRIPT}`;

type Call = { key: string; query: string; body: string };

export type FakeAccount = {
	readonly server: LocalServer;
	/** Undefined before the Worker exists. */
	secrets: Map<string, string> | undefined;
	/** The bodies of deployments. */
	readonly uploads: string[];
	/** Results by `METHOD /path`, or by that with a query; a number is the status of a failure. */
	readonly responses: Map<string, unknown>;
	/** Every request, as `METHOD /path?query`. */
	readonly requests: string[];
};

/** What wrangler reads and writes besides the script itself, once the Worker exists. */
const OF_THE_WORKER = new Map<string, unknown>([
	[
		`GET ${HOME}/workers/services/${SCRIPT}`,
		{ default_environment: { script: { last_deployed_from: "wrangler" } } },
	],
	// No file has to be uploaded.
	[`POST ${SCRIPT_PATH}/assets-upload-session`, { jwt: "completed", buckets: [] }],
	[`GET ${HOME}/workers/workers/${SCRIPT}`, { subdomain: { enabled: false, previews_enabled: false } }],
	[`POST ${SCRIPT_PATH}/subdomain`, { enabled: false, previews_enabled: false }],
	[`POST ${SCRIPT_PATH}/domains/changeset`, { added: [], removed: [], updated: [], conflicting: [] }],
	[`PUT ${SCRIPT_PATH}/domains/records`, null],
	[`PUT ${SCRIPT_PATH}/schedules`, { schedules: [] }],
	[`POST ${HOME}/queues/q1/consumers`, {}],
	[`POST ${HOME}/queues/q2/consumers`, {}],
	[`POST ${HOME}/queues/q3/consumers`, {}],
]);

export async function startFakeAccount(): Promise<FakeAccount> {
	const account = {
		secrets: undefined as FakeAccount["secrets"],
		uploads: [],
		responses: new Map<string, unknown>(),
		requests: [] as string[],
	};
	const server = await startLocalServer(async (request, response) => {
		const [path = "", query = ""] = (request.url ?? "").split("?");
		const key = `${request.method} ${path}`;
		account.requests.push(request.url === path ? key : `${key}?${query}`);
		const isKnown = request.headers.authorization === "Bearer test-token";
		const call = { key, query, body: await text(request) };
		const { status, body } = isKnown
			? responseTo(account, call)
			: failure(403, 10000, "Authentication error");
		response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
	});
	return Object.assign(account, { server });
}

const result = (value: unknown) => ({
	status: 200,
	body: { success: true, errors: [], messages: [], result: value },
});
const failure = (status: number, code: number, message: string) => ({
	status,
	body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

/** wrangler reads it as "never deployed", also where it asks for a Worker's settings and versions. */
const absent = () => failure(404, 10007, "This Worker does not exist on your account.");

function responseTo(account: Omit<FakeAccount, "server">, { key, query, body }: Call) {
	const set = account.responses.get(`${key}?${query}`) ?? account.responses.get(key);
	if (typeof set === "number") return failure(set, set, "denied by the test");
	if (set !== undefined) return result(typeof set === "function" ? set(body, query) : set);
	if (key === `PUT ${SCRIPT_PATH}`) {
		account.secrets ??= new Map();
		account.uploads.push(body);
		return result({ id: SCRIPT, startup_time_ms: 1 });
	}
	const { secrets } = account;
	if (secrets === undefined) return absent();
	if (key === `PATCH ${SCRIPT_PATH}/secrets-bulk`) {
		const changes = Object.entries<{ text: string }>(JSON.parse(body).secrets);
		for (const [name, change] of changes) secrets.set(name, change.text);
		return result(null);
	}
	if (key === `GET ${SCRIPT_PATH}/secrets`)
		return result([...secrets.keys()].map((name) => ({ name, type: "secret_text" })));
	return OF_THE_WORKER.has(key) ? result(OF_THE_WORKER.get(key)) : absent();
}

const QUEUES = [
	{ queue_id: "q1", queue_name: "case-events", producers: [], consumers: [] },
	{ queue_id: "q2", queue_name: "case-events-dlq", producers: [], consumers: [] },
	{ queue_id: "q3", queue_name: "mail-events", producers: [], consumers: [] },
];

/** Makes everything that a deployment needs, but for the Worker and its secrets. */
export function fillAccount({ responses }: FakeAccount, migrations: readonly string[]): void {
	const rows = (names: readonly string[]) => [{ success: true, results: names.map((name) => ({ name })) }];
	responses.set(`POST ${HOME}/d1/database/${DATABASE}/query`, (body: string) => {
		const { sql } = JSON.parse(body);
		if (sql.includes("FROM developers")) return rows(["account", "reviewer", "reviewer"]);
		return rows(sql.includes("sqlite_master") ? ["d1_migrations"] : migrations);
	});
	responses.set(`GET ${HOME}/storage/kv/namespaces/${NAMESPACE}`, { id: NAMESPACE, title: "api-keys" });
	responses.set(`GET ${HOME}/r2/buckets/replevin-documents`, { name: "replevin-documents" });
	responses.set(`GET ${HOME}/queues`, (_: string, query: string) => {
		const names = new URLSearchParams(query).getAll("name");
		return QUEUES.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name));
	});
	const plan = { id: "workers_paid", public_name: "Workers Paid" };
	responses.set(`GET ${HOME}/subscriptions`, [{ id: "s", rate_plan: plan }]);
	responses.set("GET /zones", []);
	responses.set("GET /zones?name=example.com", [{ id: "zone", name: "example.com" }]);
	responses.set("GET /zones/zone/settings/min_tls_version", { id: "min_tls_version", value: "1.2" });
	responses.set("GET /zones/zone/settings/always_use_https", { id: "always_use_https", value: "off" });
}
