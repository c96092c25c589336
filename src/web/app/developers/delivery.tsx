/** `/developers/endpoints/{endpointId}/deliveries/{eventId}`: one delivery, with its request. */
import type { Answer } from "../core/answers.ts";
import { readApi } from "../core/api.ts";
import { LinkLine } from "../core/form.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { OneDelivery } from "./deliveries.tsx";
import { endpointPathsOf } from "./endpoint.tsx";

type Detail = Answer<"getWebhookDelivery">;

export async function deliveryPage(c: PageContext): Promise<Response> {
	const paths = endpointPathsOf(c);
	const eventId = encodeURIComponent(c.req.param("eventId") ?? "");
	const delivery = await readApi<Detail>(c, "developer", `${paths.api}/deliveries/${eventId}`);
	const { deliveries } = c.get("copy").developers;
	const { url, headers, body } = delivery.request;
	return page(
		c,
		{ title: deliveries.one, area: "developers" },
		<>
			<LinkLine href={`${paths.page}/deliveries`} text={deliveries.title} />
			<OneDelivery c={c} delivery={delivery} url={url} path={`${paths.page}/deliveries`} isAlone />
			<h2>{deliveries.headers}</h2>
			<p>{deliveries.headersText}</p>
			<pre tabindex={0}>
				{Object.entries(headers)
					.map(([name, value]) => `${name}: ${value}`)
					.join("\n")}
			</pre>
			<h2>{deliveries.body}</h2>
			<pre class="document" tabindex={0}>
				{body}
			</pre>
		</>,
	);
}
