/** Joins the metrics with D1 and the endpoints' objects. */
import { ESTATE_DOCUMENTS } from "../../estates/estate-documents.d1.ts";
import { isFailure } from "../../kernel/errors/failure.ts";
import { withTimeout } from "../../kernel/time/with-timeout.ts";
import { CASE_DOCUMENTS } from "../../recovery/documents/document-keys.ts";
import type { EndpointOf } from "../../webhooks/endpoint/endpoint-messages.ts";
import { createEndpointRows } from "../../webhooks/endpoint/endpoints.d1.ts";
import { shareResult } from "../shared-result.ts";
import { createBacklogReader, SCAN_LIMIT } from "./backlog.d1.ts";
import { metricsText } from "./collect-metrics.ts";
import { type Asked, FIRST_ROUND, goOn } from "./endpoint-round.ts";

const KEPT_MS = 60_000;
const LIMIT_MS = 10_000;
const ENDPOINT_TIMEOUT_MS = 2_000;
/** Per minute. */
const PAGE_SIZE = 100;

/** @returns the metrics as text, which each isolate collects at most once a minute */
export function wireMetrics(env: Env): () => Promise<string> {
	const readBacklog = createBacklogReader(env.DB, [CASE_DOCUMENTS, ESTATE_DOCUMENTS]);
	const endpoints = createEndpointRows(env.DB);
	let round = FIRST_ROUND;

	const endpointOf: EndpointOf = (endpointId) => env.WEBHOOK_ENDPOINTS.getByName(endpointId);

	async function ask({
		endpointId,
		developerId,
	}: {
		endpointId: string;
		developerId: string;
	}): Promise<Asked> {
		try {
			const asked = endpointOf(endpointId).describe({ developerId, now: Date.now() });
			const described = await withTimeout(asked, ENDPOINT_TIMEOUT_MS);
			if (isFailure(described)) return { endpointId, state: "healthy" };
			const { status, disabledReason } = described.endpoint;
			return { endpointId, state: disabledReason === "by_owner" ? "healthy" : status };
		} catch {
			return { endpointId, state: "unknown" };
		}
	}

	async function collect(): Promise<string> {
		const [backlog, page] = await Promise.all([readBacklog(), endpoints.page(round.cursor, PAGE_SIZE)]);
		round = goOn(round, await Promise.all(page.map(ask)), PAGE_SIZE);
		return metricsText({ backlog, round, scanLimit: SCAN_LIMIT }, Date.now());
	}

	return shareResult(collect, { keptMs: () => KEPT_MS, limitMs: LIMIT_MS });
}
