/** Checks the Cloudflare account: what wrangler.toml names, secrets, migrations, plan and domain. */
import * as z from "zod";
import { isLoopback } from "../../../src/kernel/loopback.ts";
import { DATABASE_ID, type Deployment, NAMESPACE_ID } from "../deployment.ts";
import { ApiError, type Cloudflare } from "./cloudflare.ts";
import { advice, type Finding, ok, problem, unknown } from "./finding.ts";

const names = z.array(z.object({ name: z.string() }));
const queueList = z.array(z.object({ queue_name: z.string() }));
const queried = z.array(z.object({ results: z.array(z.object({ name: z.string() })) }));
const subscriptions = z.array(
	z.object({
		rate_plan: z
			.object({ id: z.string().default(""), public_name: z.string().default("") })
			.default({ id: "", public_name: "" }),
	}),
);
const zones = z.array(z.object({ id: z.string(), name: z.string() }));
const setting = z.object({ value: z.string() });
const MIN_TLS = 1.2;

export type PlatformCheck = {
	deployment: Deployment;
	account: string;
	/** File names of all migrations. */
	migrations: readonly string[];
	cloudflare: Cloudflare;
};

export async function checkPlatform(check: PlatformCheck): Promise<Finding[]> {
	const checks = [
		checkSecrets,
		checkMigrations,
		checkReviewers,
		checkNamespaces,
		checkBuckets,
		checkQueues,
		checkPlan,
		checkDomain,
	];
	return (await Promise.all(checks.map((run) => run(check)))).flat();
}

/** The account that the token sees, if it sees one only. @throws ApiError */
export async function soleAccount({ read }: Cloudflare): Promise<string> {
	const accounts = await read("/accounts?per_page=2", z.array(z.object({ id: z.string() })));
	const [first, second] = accounts;
	if (first && !second) return first.id;
	throw new ApiError(0, "Name the account: set account_id in wrangler.toml or CLOUDFLARE_ACCOUNT_ID");
}

async function checkSecrets({ deployment, account, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const { name, requiredSecrets } = deployment;
	const list = () => cloudflare.read(`/accounts/${account}/workers/scripts/${name}/secrets`, names);
	const found = await ifFound(list, []);
	if (found instanceof ApiError) return [problem(`secrets: ${found.message}`)];
	const missing = requiredSecrets.filter((secret) => !found.some((one) => one.name === secret));
	if (missing.length === 0) return [ok("secrets: the Worker has every required one")];
	return missing.map((secret) => problem(`${secret}: is not set. Run: npm run secrets -- --remote`));
}

async function checkMigrations({
	deployment,
	account,
	migrations,
	cloudflare,
}: PlatformCheck): Promise<Finding[]> {
	const findings = deployment.databases
		.filter(({ id }) => DATABASE_ID.test(id))
		.map(async ({ binding, id }) => {
			const path = `/accounts/${account}/d1/database/${id}/query`;
			const query = (sql: string) => cloudflare.read(path, queried, { sql });
			// The first migration creates the table that lists them.
			const tables = await ifFound(
				() => query("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'"),
				null,
			);
			if (tables === null) return problem(`${binding}: this account has no database ${id}`);
			if (tables instanceof ApiError) return problem(`migrations of ${binding}: ${tables.message}`);
			const isNew = tables[0]?.results.length === 0;
			const rows = isNew ? [] : await ifFound(() => query("SELECT name FROM d1_migrations"), []);
			if (rows instanceof ApiError) return problem(`migrations of ${binding}: ${rows.message}`);
			const applied = new Set(rows[0]?.results.map((row) => row.name));
			const missing = migrations.filter((name) => !applied.has(name));
			if (missing.length === 0) return ok(`migrations of ${binding}: all ${migrations.length} are applied`);
			return problem(
				`${binding}: migrations ${missing.join(", ")} are not applied. Run: npx wrangler d1 migrations apply ${binding} --remote`,
			);
		});
	return Promise.all(findings);
}

/** Whether an account exists, and up to two reviewers, as rows with a name. */
const REVIEWERS = `SELECT * FROM (SELECT 'account' AS name FROM developers LIMIT 1)
	UNION ALL SELECT * FROM (SELECT 'reviewer' AS name FROM developers WHERE role = 'reviewer' LIMIT 2)`;

/** A service that nobody has registered at yet cannot have reviewers. */
async function checkReviewers({ deployment, account, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const needed = Number(deployment.vars.REVIEWERS_TO_VERIFY);
	const checked = deployment.databases
		.filter(({ id }) => DATABASE_ID.test(id))
		.map(async ({ id }) => {
			const path = `/accounts/${account}/d1/database/${id}/query`;
			const found = await ifFound(() => cloudflare.read(path, queried, { sql: REVIEWERS }), null);
			if (found === null || found instanceof ApiError) return unknown("reviewers: the database has none yet");
			const rows = found[0]?.results ?? [];
			const reviewers = rows.filter(({ name }) => name === "reviewer").length;
			if (reviewers >= needed) return ok(`reviewers: at least ${needed}, as REVIEWERS_TO_VERIFY says`);
			const few = `REVIEWERS_TO_VERIFY: is ${needed}, and there are ${reviewers} reviewers, so no court order can be verified. Run: npm run reviewer -- --help`;
			return rows.length > 0 ? problem(few) : advice(few);
		});
	return Promise.all(checked);
}

function checkNamespaces({ deployment, account, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const read = (id: string) =>
		cloudflare.read(`/accounts/${account}/storage/kv/namespaces/${id}`, z.unknown());
	return Promise.all(
		deployment.namespaces
			.filter(({ id }) => NAMESPACE_ID.test(id))
			.map(({ binding, id }) =>
				existence(
					`KV namespace of ${binding}`,
					() => read(id),
					`${binding}: this account has no KV namespace ${id}`,
				),
			),
	);
}

function checkBuckets({ deployment, account, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const read = (bucket: string) => cloudflare.read(`/accounts/${account}/r2/buckets/${bucket}`, z.unknown());
	return Promise.all(
		deployment.buckets.map((bucket) =>
			existence(
				`R2 bucket ${bucket}`,
				() => read(bucket),
				`R2: there is no bucket ${bucket}. Run: npx wrangler r2 bucket create ${bucket}`,
			),
		),
	);
}

async function checkQueues({ deployment, account, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const found = await ifFound(
		() => cloudflare.read(`/accounts/${account}/queues?per_page=100`, queueList),
		[],
	);
	if (found instanceof ApiError) return [unknown(`queues: ${found.message}`)];
	const missing = deployment.queues.filter((queue) => !found.some(({ queue_name }) => queue_name === queue));
	if (missing.length === 0) return [ok(`queues: ${deployment.queues.join(", ")}`)];
	return missing.map((queue) =>
		problem(`queues: there is no ${queue}. Run: npx wrangler queues create ${queue}`),
	);
}

/** A password hash takes 25 ms of CPU, and the free plan ends a request after 10 ms. */
async function checkPlan({ account, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const found = await ifFound(() => cloudflare.read(`/accounts/${account}/subscriptions`, subscriptions), []);
	if (found instanceof ApiError) return [unknown(`plan: Workers Paid is needed. ${found.message}`)];
	const isPaid = found.some(({ rate_plan: { id, public_name } }) =>
		/workers.?paid|enterprise/i.test(`${id} ${public_name}`),
	);
	if (isPaid) return [ok("plan: Workers Paid")];
	return [
		problem(
			"plan: the account has no subscription of Workers Paid, and a login needs more CPU time than the free plan gives",
		),
	];
}

async function checkDomain({ deployment, cloudflare }: PlatformCheck): Promise<Finding[]> {
	const host = URL.parse(String(deployment.vars.BASE_URL))?.hostname ?? "";
	if (host === "" || isLoopback(host) || host.endsWith(".workers.dev")) return [];
	const zone = await zoneOf(host, cloudflare);
	if (zone instanceof ApiError) return [unknown(`domain ${host}: ${zone.message}`)];
	if (zone === undefined)
		return [problem(`BASE_URL: ${host} is in no zone of this account. Add its domain to the account`)];
	const read = (name: string) =>
		ifFound(() => cloudflare.read(`/zones/${zone}/settings/${name}`, setting), null);
	const [tls, https] = await Promise.all([read("min_tls_version"), read("always_use_https")]);
	const judge = (found: typeof tls, findingOf: (value: string) => Finding): Finding =>
		found === null || found instanceof ApiError
			? unknown(`domain ${host}: ${found?.message ?? "no such setting"}`)
			: findingOf(found.value);
	const wanted = `a minimum TLS version of ${MIN_TLS}`;
	return [
		judge(tls, (version) =>
			Number(version) >= MIN_TLS
				? ok(`domain ${host}: ${wanted}`)
				: problem(`domain ${host}: must have ${wanted}, and has ${version}`),
		),
		judge(https, (value) =>
			value === "off"
				? ok(`domain ${host}: calls over plain http are rejected`)
				: advice(
						`domain ${host}: Always Use HTTPS is ${value}, so a client that sends a key over plain http is redirected and does not notice. Set it to off; the service rejects such calls`,
					),
		),
	];
}

/** The zone of a host name: `example.com` for `api.example.com`. */
async function zoneOf(host: string, cloudflare: Cloudflare): Promise<string | undefined | ApiError> {
	const labels = host.split(".");
	for (let from = 0; from < labels.length - 1; from++) {
		const name = labels.slice(from).join(".");
		const found = await ifFound(() => cloudflare.read(`/zones?name=${name}`, zones), []);
		if (found instanceof ApiError) return found;
		if (found[0]) return found[0].id;
	}
	return undefined;
}

async function existence(what: string, read: () => Promise<unknown>, absent: string): Promise<Finding> {
	const found = await ifFound(async () => (await read()) ?? {}, null);
	if (found === null) return problem(absent);
	return found instanceof ApiError ? unknown(`${what}: ${found.message}`) : ok(what);
}

/** The result, `absent` for a thing that the account does not have, or the error. */
async function ifFound<T, A>(read: () => Promise<T>, absent: A): Promise<T | A | ApiError> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return error.status === 404 ? absent : error;
	}
}
