import type { Answer } from "../core/answers.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";

type Attempt = Answer<"testWebhookEndpoint">["attempt"];

/** The response of a receiver and its time. The response is shown as text, never as markup. */
export function AttemptsTable({ c, attempts }: { c: PageContext; attempts: readonly Attempt[] }) {
	const { deliveries } = c.get("copy").developers;
	return (
		<div class="scroll" tabindex={0}>
			<table>
				<thead>
					<tr>
						<th scope="col">{deliveries.at}</th>
						<th scope="col">{deliveries.httpStatus}</th>
						<th scope="col">{deliveries.duration}</th>
						<th scope="col">{deliveries.response}</th>
					</tr>
				</thead>
				<tbody>
					{attempts.map(({ at, httpStatus, durationMs, error, responseExcerpt }) => (
						<tr>
							<th scope="row">
								<Time c={c} only="short" iso={at} />
							</th>
							<td>{httpStatus ?? "–"}</td>
							<td>{`${durationMs} ms`}</td>
							<td>
								{error !== null && <p class="error">{deliveries.errors[error]}</p>}
								{responseExcerpt ? <pre>{responseExcerpt}</pre> : deliveries.empty}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
