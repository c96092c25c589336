/** The preflight: wrangler.toml first, then the account. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isLoginMissing, LOG_IN, outputOf, runWrangler } from "../../wrangler.ts";
import { readDeployment } from "../deployment.ts";
import { ApiError, cloudflareApi } from "./cloudflare.ts";
import { type Finding, problem } from "./finding.ts";
import { checkPlatform, soleAccount } from "./platform.ts";
import { checkSettings } from "./settings.ts";

const token = z.object({ token: z.string().min(1) });

export async function preflight(root: string): Promise<Finding[]> {
	const deployment = readDeployment(root);
	const findings = await checkSettings(deployment);
	const migrations = readdirSync(join(root, "migrations"))
		.filter((name) => name.endsWith(".sql"))
		.sort();
	try {
		const cloudflare = cloudflareApi(await apiToken());
		const account = deployment.accountId ?? (await soleAccount(cloudflare));
		return [...findings, ...(await checkPlatform({ deployment, account, migrations, cloudflare }))];
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return [...findings, problem(`account: ${error.message}`)];
	}
}

/** wrangler's own login, unless the environment has a token. */
async function apiToken(): Promise<string> {
	const given = process.env.CLOUDFLARE_API_TOKEN;
	if (given) return given;
	const ran = await runWrangler(["auth", "token", "--json"]);
	const read = ran.code === 0 ? token.safeParse(JSON.parse(ran.stdout)).data : undefined;
	if (read) return read.token;
	throw new ApiError(0, isLoginMissing(ran) ? LOG_IN : `wrangler has no token. It says: ${outputOf(ran)}`);
}
