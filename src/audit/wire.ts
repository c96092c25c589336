import { waitUntil } from "cloudflare:workers";
import type { Config } from "../config/config.ts";
import { createPeppers } from "../kernel/crypto/pepper.ts";
import { createAuditRows } from "./audit-events.d1.ts";
import { createAuditService } from "./audit-service.ts";
import { createRefusalRows } from "./refusals.d1.ts";

export function wireAudit(env: Env, config: Config) {
	return createAuditService({
		peppers: createPeppers(config.peppers),
		rows: createAuditRows(env.DB),
		refusalRows: createRefusalRows(env.DB),
		runLater: waitUntil,
		wait: (milliseconds) => scheduler.wait(milliseconds),
	});
}
