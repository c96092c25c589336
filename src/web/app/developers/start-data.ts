/** What `/developers` counts: how far a developer has come, her cases, and what her receivers responded. */
import { readApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";

type SiteList = ResponseBody<"listOrigins">;
type CaseList = ResponseBody<"listRecoveryCases">;
type Delivery = ResponseBody<"listWebhookDeliveries">["data"][number];

/** In the order in which they are done. A reviewer decides on the site, so it comes first. */
export const STEPS = ["site", "key", "case", "endpoint", "delivery", "link"] as const;
export type Step = (typeof STEPS)[number];

/** The longest page of a list: one indexed read each, however many cases and deliveries there are. */
const NEWEST = 100;
const DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

export type Day = {
	/** ISO 8601, of UTC. */
	date: string;
	delivered: number;
	failed: number;
	/** Of the attempts that were delivered. Null if none was. */
	medianMs: number | null;
};

export type Start = {
	done: Record<Step, boolean>;
	sites: SiteList["data"];
	endpointId: string | undefined;
	cases: CaseList["data"];
	/** Only the newest cases are in `cases`. */
	hasMoreCases: boolean;
	deliveries: Day[];
	/** Of all `deliveries`. */
	total: Omit<Day, "date">;
};

export async function readStart(c: PageContext, now: number): Promise<Start> {
	const read = <T>(path: string) => readApi<T>(c, "developer", path);
	const [sites, keys, endpoints, links, cases] = await Promise.all([
		read<SiteList>("/origins"),
		read<ResponseBody<"listApiKeys">>("/auth/api-keys"),
		read<ResponseBody<"listWebhookEndpoints">>("/webhook-endpoints"),
		read<ResponseBody<"listHostedLinks">>("/hosted-links?limit=1"),
		read<CaseList>(`/recovery-cases?limit=${NEWEST}`),
	]);
	const lists = await Promise.all(
		endpoints.data.map(({ endpointId }) =>
			read<ResponseBody<"listWebhookDeliveries">>(
				`/webhook-endpoints/${endpointId}/deliveries?limit=${NEWEST}`,
			),
		),
	);
	const attempted = lists.flatMap(({ data }) => data.flatMap(attemptOf));
	return {
		done: {
			site: sites.data.some(({ status }) => status === "allowed"),
			key: keys.data.length > 0,
			case: cases.data.length > 0,
			endpoint: endpoints.data.length > 0,
			delivery: endpoints.data.some(({ lastSuccessAt }) => lastSuccessAt !== null),
			link: links.data.length > 0,
		},
		sites: sites.data,
		endpointId: endpoints.data[0]?.endpointId,
		cases: cases.data,
		hasMoreCases: cases.nextCursor !== null,
		deliveries: daysOf(attempted, now),
		total: countOf(attempted),
	};
}

type Attempted = { at: number; isDelivered: boolean; durationMs: number };

/** The last attempt of a delivery. One that is attempted again counts as failed until then. */
function attemptOf({ status, attempts }: Delivery): Attempted[] {
	const last = attempts.at(-1);
	if (last === undefined) return [];
	return [{ at: Date.parse(last.at), isDelivered: status === "delivered", durationMs: last.durationMs }];
}

/** The last fourteen days of UTC, oldest first, also those without a delivery. */
function daysOf(attempted: readonly Attempted[], now: number): Day[] {
	const today = Math.floor(now / DAY_MS);
	return Array.from({ length: DAYS }, (_, at) => {
		const day = today - DAYS + 1 + at;
		const ofDay = attempted.filter(({ at }) => Math.floor(at / DAY_MS) === day);
		return { date: new Date(day * DAY_MS).toISOString(), ...countOf(ofDay) };
	});
}

function countOf(attempted: readonly Attempted[]): Omit<Day, "date"> {
	const durations = attempted.filter(({ isDelivered }) => isDelivered).map(({ durationMs }) => durationMs);
	const delivered = durations.length;
	return { delivered, failed: attempted.length - delivered, medianMs: medianOf(durations) };
}

function medianOf(values: readonly number[]): number | null {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const [low, high] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
	return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}
