/** Joins the audit to its bindings. */
import { waitUntil } from "cloudflare:workers";
import type { Config } from "../../env.ts";
import { createPeppers } from "../../kernel/pepper.ts";
import { type AuditService, createAuditService } from "../service.ts";
import { createAuditRows } from "./audit-events.d1.ts";

export function wireAudit(env: Env, config: Config): AuditService {
	return createAuditService({
		peppers: createPeppers(config.peppers),
		rows: createAuditRows(env.DB),
		runLater: waitUntil,
		wait: (milliseconds) => scheduler.wait(milliseconds),
	});
}
