/** `/developers/endpoints/{endpointId}`: everything that can be done with one endpoint. Its forms name their action. */

import { callApi, readApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { CheckField, SelectField } from "../core/fields.tsx";
import { ButtonForm, LinkLine, PostForm } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { AttemptsTable } from "./attempts.tsx";
import { EndpointFieldset, endpointBodyOf, endpointFieldsOf } from "./endpoint-form.tsx";
import { EndpointStatus, endpointSecretPage } from "./endpoints.tsx";
import { attemptOf, newAttempt, TimeOr } from "./parts.tsx";

type Endpoint = ResponseBody<"getWebhookEndpoint">;
type Test = ResponseBody<"testWebhookEndpoint">;

const OVERLAPS = ["86400", "0", "3600"] as const;

/** The endpoint's path below both `/api/v1` and the pages. */
export function endpointPathsOf(c: PageContext): { api: string; page: string } {
	const id = encodeURIComponent(c.req.param("endpointId") ?? "");
	return { api: `/webhook-endpoints/${id}`, page: `/developers/endpoints/${id}` };
}

type Shown = Rejected & { form?: Form | undefined; tested?: Test };

export async function endpointPage(c: PageContext, shown: Shown = {}): Promise<Response> {
	const { form, tested, ...rejected } = shown;
	const { problems = [] } = rejected;
	const { endpoints } = c.get("copy").developers;
	const paths = endpointPathsOf(c);
	const endpoint = await readApi<Endpoint>(c, "developer", paths.api);
	const { url, eventTypes } = endpoint;
	const typed = form ? endpointFieldsOf(form) : { url, description: endpoint.description ?? "", eventTypes };
	const labels = { ...endpoints.labels, sure: endpoints.remove.sure, overlapSeconds: endpoints.overlap };
	return page(
		c,
		{ title: endpoints.one, area: "developers", done: endpoints.done, ...rejected, labels },
		<>
			<EndpointFacts c={c} endpoint={endpoint} />
			<LinkLine href={`${paths.page}/deliveries`} text={endpoints.deliveries} />
			<TestForm c={c} path={paths.page} tested={tested} />
			<h2>{endpoints.edit}</h2>
			<PostForm action={paths.page} submit={endpoints.save} fields={{ action: "save" }}>
				<EndpointFieldset c={c} typed={typed} problems={problems} />
			</PostForm>
			<details open={problems.length > 0 || !endpoint.enabled}>
				<summary>{endpoints.switches[endpoint.enabled ? "disable" : "enable"]}</summary>
				<Switches c={c} path={paths.page} endpoint={endpoint} problems={problems} />
			</details>
			<LinkLine href="/developers/endpoints" text={endpoints.back} />
		</>,
	);
}

function EndpointFacts({ c, endpoint }: { c: PageContext; endpoint: Endpoint }) {
	const { labels } = c.get("copy");
	const { endpoints } = c.get("copy").developers;
	const { url, disabledReason, successRate, lastSuccessAt, lastFailureAt, previousSecretEndsAt } = endpoint;
	return (
		<Facts
			of={[
				[endpoints.labels.url, <code class="hash">{url}</code>],
				[endpoints.id, <Code c={c} text={endpoint.endpointId} />],
				[
					labels.status,
					<EndpointStatus c={c} endpoint={endpoint} />,
					disabledReason && endpoints.disabledReasons[disabledReason],
				],
				[endpoints.successRate, successRate === null ? "–" : `${Math.round(successRate * 100)} %`],
				[endpoints.lastSuccess, <TimeOr c={c} iso={lastSuccessAt} otherwise={labels.never} />],
				[endpoints.lastFailure, <TimeOr c={c} iso={lastFailureAt} otherwise={labels.never} />],
				[endpoints.previousSecret, previousSecretEndsAt && <Time c={c} iso={previousSecretEndsAt} />],
			]}
		/>
	);
}

function TestForm({ c, path, tested }: { c: PageContext; path: string; tested: Test | undefined }) {
	const { test } = c.get("copy").developers.endpoints;
	const httpStatus = tested?.attempt.httpStatus;
	return (
		<>
			<h2>{test.title}</h2>
			{tested && (
				<div role="status">
					<p>
						<span class={tested.delivered ? "status done" : "status stopped"}>
							{tested.delivered ? test.delivered : test.failed}
						</span>{" "}
						{!tested.delivered && httpStatus != null && test.status(httpStatus)}
					</p>
					<AttemptsTable c={c} attempts={[tested.attempt]} />
				</div>
			)}
			<p>{test.text}</p>
			<ButtonForm action={path} submit={test.action} name="action" value="test" fields={newAttempt()} />
		</>
	);
}

function Switches(props: { c: PageContext; path: string; endpoint: Endpoint; problems: readonly Problem[] }) {
	const { c, path, endpoint, problems } = props;
	const { endpoints } = c.get("copy").developers;
	const { rotate, remove } = endpoints;
	const change = endpoint.enabled ? "disable" : "enable";
	const { title, text, action } = endpoints[change];
	return (
		<>
			<h2>{title}</h2>
			<p>{text}</p>
			<ButtonForm action={path} submit={action} name="action" value={change} />
			<h2>{rotate.title}</h2>
			<PostForm
				action={path}
				submit={rotate.action}
				kind="second"
				name="action"
				value="rotate"
				fields={newAttempt()}
			>
				<SelectField
					name="overlapSeconds"
					label={endpoints.overlap}
					value={OVERLAPS[0]}
					problems={problems}
					options={OVERLAPS.map((seconds) => [seconds, endpoints.overlaps[seconds]])}
				/>
			</PostForm>
			<h2>{remove.title}</h2>
			<p>{remove.text}</p>
			<PostForm action={path} submit={remove.action} kind="danger" name="action" value="delete">
				<CheckField name="sure" label={remove.sure} problems={problems} />
			</PostForm>
		</>
	);
}

const ACTIONS: Record<string, (c: PageContext, form: Form) => Promise<Response>> = {
	save: (c, form) => change(c, endpointBodyOf(endpointFieldsOf(form)), "saved", form),
	disable: (c) => change(c, { enabled: false }, "disabled"),
	enable: (c) => change(c, { enabled: true }, "enabled"),
	rotate,
	test,
	delete: remove,
};

export async function changeEndpoint(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const name = form.text("action");
	const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
	return act ? act(c, form) : endpointPage(c);
}

async function change(c: PageContext, body: object, done: string, form?: Form): Promise<Response> {
	const paths = endpointPathsOf(c);
	const response = await callApi(c, { method: "PATCH", path: paths.api, as: "developer", body });
	if (response.ok) return redirect(c, paths.page, done);
	const { words } = c.get("copy").developers.endpoints;
	return endpointPage(c, { ...rejectedBy(c, response, words), form });
}

async function rotate(c: PageContext, form: Form): Promise<Response> {
	const response = await callApi<ResponseBody<"rotateWebhookSecret">>(c, {
		method: "POST",
		path: `${endpointPathsOf(c).api}/rotate-secret`,
		as: "developer",
		body: { overlapSeconds: Number(form.text("overlapSeconds")) },
		headers: attemptOf(form),
	});
	return response.ok ? endpointSecretPage(c, response.body) : endpointPage(c, rejectedBy(c, response));
}

async function test(c: PageContext, form: Form): Promise<Response> {
	const response = await callApi<Test>(c, {
		method: "POST",
		path: `${endpointPathsOf(c).api}/test`,
		as: "developer",
		headers: attemptOf(form),
	});
	return endpointPage(c, response.ok ? { tested: response.body } : rejectedBy(c, response));
}

async function remove(c: PageContext, form: Form): Promise<Response> {
	if (!form.has("sure")) {
		const { unsure } = c.get("copy").developers.account;
		return endpointPage(c, { problems: [{ field: "sure", text: unsure }] });
	}
	const response = await callApi(c, { method: "DELETE", path: endpointPathsOf(c).api, as: "developer" });
	return response.ok
		? redirect(c, "/developers/endpoints", "deleted")
		: endpointPage(c, rejectedBy(c, response));
}
