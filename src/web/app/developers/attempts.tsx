import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";

type Attempt = ResponseBody<"testWebhookEndpoint">["attempt"];

/** The response of a receiver and its time. The response is shown as text, never as markup. */
export function AttemptsTable({ c, attempts }: { c: PageContext; attempts: readonly Attempt[] }) {
	const { deliveries } = c.get("copy").developers;
	return (
		<Table
			caption={deliveries.attempts}
			rows={attempts}
			columns={[
				[deliveries.at, ({ at }) => <Time c={c} only="short" iso={at} />],
				[deliveries.httpStatus, ({ httpStatus }) => httpStatus ?? "–"],
				[deliveries.duration, ({ durationMs }) => `${durationMs} ms`],
				[
					deliveries.response,
					({ error, responseExcerpt }) => (
						<>
							{error !== null && <p class="error">{deliveries.errors[error]}</p>}
							{responseExcerpt ? <pre>{responseExcerpt}</pre> : error === null && deliveries.empty}
						</>
					),
				],
			]}
		/>
	);
}
