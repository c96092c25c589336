/** Checks wrangler.toml, without any request. */
import { isLoopback } from "../../../src/kernel/loopback.ts";
import { SECRET_MAKERS } from "../../start/secret-makers.ts";
import { RATE_SETTINGS } from "../../start/settings.ts";
import { DATABASE_ID, type Deployment, NAMESPACE_ID } from "../deployment.ts";
import { settingProblems } from "../setting-problems.ts";
import { advice, type Finding, ok, problem, unknown } from "./finding.ts";

export async function checkSettings(deployment: Deployment): Promise<Finding[]> {
	const findings = [
		...(await checkVars(deployment)),
		...checkPlaceholders(deployment),
		...checkRateLimits(deployment),
		...checkHost(deployment),
	];
	return findings.some(({ kind }) => kind === "problem")
		? findings
		: [ok("wrangler.toml: settings, ids and rate limits"), ...findings];
}

/** The platform shows no secret, so new ones stand in for those that it has. */
async function checkVars({ vars, requiredSecrets }: Deployment): Promise<Finding[]> {
	const secrets = Object.fromEntries(requiredSecrets.map((name) => [name, SECRET_MAKERS[name]?.() ?? ""]));
	const problems = await settingProblems({ ...vars, ...secrets });
	const findings = problems.map((text) =>
		isAbsent(text) ? unknown(`${text} in [vars], so it must be a secret`) : problem(text),
	);
	for (const name of Object.keys(SECRET_MAKERS)) {
		if (name in vars)
			findings.push(
				problem(
					`${name}: is a secret, and [vars] are readable. Remove it there, and run: npm run secrets -- --remote`,
				),
			);
	}
	const url = URL.parse(String(vars.BASE_URL));
	if (url && isLoopback(url.hostname)) {
		findings.push(
			problem("BASE_URL: is the address of `wrangler dev`. Set the address that callers use, https://…"),
		);
	}
	if (vars.ALLOW_LOCAL_WEBHOOKS === "true") {
		findings.push(problem('ALLOW_LOCAL_WEBHOOKS: must not be true in a deployment. Set it to ""'));
	}
	for (const name of ["OPERATOR_NAME", "OPERATOR_CONTACT"]) {
		if (vars[name] === "")
			findings.push(advice(`${name}: is empty. Owners are shown it where they accept the terms`));
	}
	return findings;
}

/** A plain setting may be put as a secret too, as `RPC_URLS` with a key in it. */
const isAbsent = (text: string) => text.endsWith(": is not set");

/** wrangler.toml names its resources by words until the operator has created them. */
function checkPlaceholders({ databases, namespaces }: Deployment): Finding[] {
	const made = (command: string, field: string) => `Run: ${command}, and set its id as ${field}`;
	return [
		...databases
			.filter(({ id }) => !DATABASE_ID.test(id))
			.map(({ binding }) =>
				problem(
					`${binding}: database_id is a placeholder. ${made("npx wrangler d1 create replevin", "database_id")}`,
				),
			),
		...namespaces
			.filter(({ id }) => !NAMESPACE_ID.test(id))
			.map(({ binding }) =>
				problem(
					`${binding}: id is a placeholder. ${made("npx wrangler kv namespace create api-keys", "id")}`,
				),
			),
	];
}

/** Callers are told the settings, and the bindings apply the limits. */
function checkRateLimits({ vars, rateLimits }: Deployment): Finding[] {
	return Object.entries(RATE_SETTINGS)
		.filter(([binding, setting]) => Number(vars[setting]) !== rateLimits[binding])
		.map(([binding, setting]) =>
			problem(
				`${setting}: is ${vars[setting]}, and the limit of ${binding} is ${rateLimits[binding]}. Set both to the same number`,
			),
		);
}

function checkHost({ vars, hosts, hasWorkersDev }: Deployment): Finding[] {
	const host = URL.parse(String(vars.BASE_URL))?.hostname;
	if (host === undefined || isLoopback(host)) return [];
	const onWorkersDev = host.endsWith(".workers.dev");
	if (onWorkersDev ? !hasWorkersDev : !hosts.includes(host)) {
		const mend = onWorkersDev
			? "Set workers_dev = true"
			: `Add: routes = [{ pattern = "${host}", custom_domain = true }]`;
		return [problem(`BASE_URL: no route of wrangler.toml leads from ${host} to the Worker. ${mend}`)];
	}
	if (onWorkersDev || !hasWorkersDev) return [];
	return [advice("workers_dev: is true, so the service also responds at workers.dev. Set it to false")];
}
