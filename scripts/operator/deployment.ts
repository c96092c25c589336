/** The part of wrangler.toml that says what a deployment is made of. */
import { join } from "node:path";
import { withQuietWrangler } from "../wrangler.ts";

/** The ids that Cloudflare gives. wrangler.toml has words in their place until the operator has created the resources. */
export const DATABASE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const NAMESPACE_ID = /^[0-9a-f]{32}$/;

export interface Deployment {
	name: string;
	accountId: string | undefined;
	vars: Readonly<Record<string, unknown>>;
	requiredSecrets: readonly string[];
	databases: readonly { binding: string; id: string }[];
	namespaces: readonly { binding: string; id: string }[];
	buckets: readonly string[];
	queues: readonly string[];
	/** Host names, without path. */
	hosts: readonly string[];
	hasWorkersDev: boolean;
	/** Limits by the binding's name. */
	rateLimits: Readonly<Record<string, number>>;
}

/** wrangler does not publish the type of its configuration. */
interface WranglerConfig {
	name?: string;
	account_id?: string;
	vars: Record<string, unknown>;
	secrets?: { required?: string[] };
	d1_databases: { binding: string; database_id?: string }[];
	kv_namespaces: { binding: string; id?: string }[];
	r2_buckets: { bucket_name?: string }[];
	queues: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
	route?: string | { pattern: string };
	routes?: (string | { pattern: string })[];
	workers_dev?: boolean;
	ratelimits?: { name: string; simple: { limit: number } }[];
}

export function readDeployment(root: string): Deployment {
	const file = join(root, "wrangler.toml");
	const config: WranglerConfig = withQuietWrangler((wrangler) =>
		wrangler.unstable_readConfig({ config: file }),
	);
	const { producers = [], consumers = [] } = config.queues;
	const routes = [config.route ?? [], config.routes ?? []].flat();
	return {
		name: config.name ?? "worker",
		accountId: process.env.CLOUDFLARE_ACCOUNT_ID ?? config.account_id,
		vars: config.vars,
		requiredSecrets: config.secrets?.required ?? [],
		databases: config.d1_databases.map(({ binding, database_id = "" }) => ({ binding, id: database_id })),
		namespaces: config.kv_namespaces.map(({ binding, id = "" }) => ({ binding, id })),
		buckets: config.r2_buckets.map(({ bucket_name = "" }) => bucket_name),
		queues: [...new Set([...producers, ...consumers].map(({ queue }) => queue))],
		hosts: routes.map((route) => (typeof route === "string" ? route : route.pattern).split("/")[0] ?? ""),
		hasWorkersDev: config.workers_dev ?? routes.length === 0,
		rateLimits: Object.fromEntries((config.ratelimits ?? []).map(({ name, simple }) => [name, simple.limit])),
	};
}
