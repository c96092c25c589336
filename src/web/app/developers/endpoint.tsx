/** `/developers/endpoints/{endpointId}`: everything that can be done with one endpoint. Its forms name their action. */
import type { Answer } from "../core/answers.ts";
import { callApi, readApi } from "../core/api.ts";
import { CheckField, ProblemList, SelectField } from "../core/fields.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { AttemptsTable } from "./attempts.tsx";
import { EndpointFieldset, endpointBodyOf, endpointFieldsOf } from "./endpoint-form.tsx";
import { EndpointStatus, showSecret } from "./endpoints.tsx";
import { AttemptField, attemptOf, DoneNote, TimeOr } from "./parts.tsx";

type Endpoint = Answer<"getWebhookEndpoint">;
type Test = Answer<"testWebhookEndpoint">;

const OVERLAPS = ["86400", "0", "3600"] as const;

export const endpointPage = (c: PageContext): Promise<Response> => show(c, {});

/** The endpoint's path below both `/api/v1` and the pages. */
export function endpointPathsOf(c: PageContext): { api: string; page: string } {
	const id = encodeURIComponent(c.req.param("endpointId") ?? "");
	return { api: `/webhook-endpoints/${id}`, page: `/developers/endpoints/${id}` };
}

const ACTIONS: Record<string, (c: PageContext, form: Form) => Promise<Response>> = {
	save,
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
	return act ? act(c, form) : show(c, {});
}

function save(c: PageContext, form: Form): Promise<Response> {
	return change(c, endpointBodyOf(endpointFieldsOf(form)), "saved", form);
}

async function change(c: PageContext, body: object, done: string, form?: Form): Promise<Response> {
	const paths = endpointPathsOf(c);
	const answer = await callApi(c, { method: "PATCH", path: paths.api, as: "developer", body });
	if (answer.ok) return redirect(c, paths.page, done);
	const problems = problemsOf(c, answer, c.get("copy").developers.endpoints.words);
	return show(c, { problems, status: answer.status, ...(form && { form }) });
}

async function rotate(c: PageContext, form: Form): Promise<Response> {
	const answer = await callApi<Answer<"rotateWebhookSecret">>(c, {
		method: "POST",
		path: `${endpointPathsOf(c).api}/rotate-secret`,
		as: "developer",
		body: { overlapSeconds: Number(form.text("overlapSeconds")) },
		headers: attemptOf(form),
	});
	return answer.ok
		? showSecret(c, answer.body)
		: show(c, { problems: problemsOf(c, answer), status: answer.status });
}

async function test(c: PageContext, form: Form): Promise<Response> {
	const answer = await callApi<Test>(c, {
		method: "POST",
		path: `${endpointPathsOf(c).api}/test`,
		as: "developer",
		headers: attemptOf(form),
	});
	return answer.ok
		? show(c, { tested: answer.body })
		: show(c, { problems: problemsOf(c, answer), status: answer.status });
}

async function remove(c: PageContext, form: Form): Promise<Response> {
	if (!form.has("sure")) {
		const { unsure } = c.get("copy").developers.account;
		return show(c, { problems: [{ field: "sure", text: unsure }], status: 400 });
	}
	const answer = await callApi(c, { method: "DELETE", path: endpointPathsOf(c).api, as: "developer" });
	return answer.ok
		? redirect(c, "/developers/endpoints", "deleted")
		: show(c, { problems: problemsOf(c, answer), status: answer.status });
}

type State = { problems?: Problem[]; status?: number; form?: Form; tested?: Test };

async function show(c: PageContext, { problems = [], status = 200, form, tested }: State): Promise<Response> {
	const { endpoints } = c.get("copy").developers;
	const paths = endpointPathsOf(c);
	const endpoint = await readApi<Endpoint>(c, "developer", paths.api);
	const { url, eventTypes } = endpoint;
	const fields = form ? endpointFieldsOf(form) : { url, description: endpoint.description ?? "", eventTypes };
	const labels = { ...endpoints.labels, sure: endpoints.remove.sure, overlapSeconds: endpoints.overlap };
	return page(
		c,
		{ title: endpoints.one, area: "developers", status },
		<>
			<h1>{endpoints.one}</h1>
			<DoneNote c={c} words={endpoints.done} />
			<ProblemList c={c} problems={problems} labels={labels} />
			<Facts c={c} endpoint={endpoint} />
			<p>
				<a href={`${paths.page}/deliveries`}>{endpoints.deliveries}</a>
			</p>
			<TestForm c={c} path={paths.page} tested={tested} />
			<h2>{endpoints.edit}</h2>
			<form novalidate method="post" action={paths.page}>
				<input type="hidden" name="action" value="save" />
				<EndpointFieldset c={c} fields={fields} problems={problems} />
				<div class="actions">
					<button type="submit">{endpoints.save}</button>
				</div>
			</form>
			<Switches c={c} path={paths.page} endpoint={endpoint} problems={problems} />
			<p>
				<a href="/developers/endpoints">{endpoints.back}</a>
			</p>
		</>,
	);
}

function Facts({ c, endpoint }: { c: PageContext; endpoint: Endpoint }) {
	const { endpoints } = c.get("copy").developers;
	const { disabledReason, successRate } = endpoint;
	const times = [
		[endpoints.lastSuccess, endpoint.lastSuccessAt],
		[endpoints.lastFailure, endpoint.lastFailureAt],
	] as const;
	return (
		<dl>
			<dt>{endpoints.labels.url}</dt>
			<dd>
				<code class="hash">{endpoint.url}</code>
			</dd>
			<dt>{endpoints.status}</dt>
			<dd>
				<EndpointStatus c={c} endpoint={endpoint} />{" "}
				{disabledReason && endpoints.disabledReasons[disabledReason]}
			</dd>
			<dt>{endpoints.successRate}</dt>
			<dd>{successRate === null ? "–" : `${Math.round(successRate * 100)} %`}</dd>
			{times.map(([label, iso]) => (
				<>
					<dt>{label}</dt>
					<dd>
						<TimeOr c={c} iso={iso} otherwise={endpoints.never} />
					</dd>
				</>
			))}
			{endpoint.previousSecretEndsAt !== null && (
				<>
					<dt>{endpoints.previousSecret}</dt>
					<dd>
						<TimeOr c={c} iso={endpoint.previousSecretEndsAt} otherwise="" />
					</dd>
				</>
			)}
		</dl>
	);
}

function TestForm({ c, path, tested }: { c: PageContext; path: string; tested: Test | undefined }) {
	const { endpoints } = c.get("copy").developers;
	return (
		<>
			<h2>{endpoints.test.title}</h2>
			{tested && (
				<div role="status">
					<p>
						<span class={tested.delivered ? "status done" : "status stopped"}>
							{tested.delivered ? endpoints.test.delivered : endpoints.test.failed}
						</span>
					</p>
					<AttemptsTable c={c} attempts={[tested.attempt]} />
				</div>
			)}
			<p>{endpoints.test.text}</p>
			<form novalidate method="post" action={path}>
				<AttemptField />
				<button type="submit" class="second" name="action" value="test">
					{endpoints.test.action}
				</button>
			</form>
		</>
	);
}

function Switches(props: { c: PageContext; path: string; endpoint: Endpoint; problems: readonly Problem[] }) {
	const { c, path, endpoint, problems } = props;
	const { endpoints } = c.get("copy").developers;
	return (
		<>
			<h2>{endpoint.enabled ? endpoints.disable.title : endpoints.enable.title}</h2>
			<p>{endpoint.enabled ? endpoints.disable.text : endpoints.enable.text}</p>
			<form novalidate method="post" action={path}>
				<button type="submit" class="second" name="action" value={endpoint.enabled ? "disable" : "enable"}>
					{endpoint.enabled ? endpoints.disable.action : endpoints.enable.action}
				</button>
			</form>
			<h2>{endpoints.rotate.title}</h2>
			<form novalidate method="post" action={path}>
				<AttemptField />
				<SelectField
					name="overlapSeconds"
					label={endpoints.overlap}
					value={OVERLAPS[0]}
					problems={problems}
					options={OVERLAPS.map((seconds) => [seconds, endpoints.overlaps[seconds]])}
				/>
				<button type="submit" class="second" name="action" value="rotate">
					{endpoints.rotate.action}
				</button>
			</form>
			<h2>{endpoints.remove.title}</h2>
			<p>{endpoints.remove.text}</p>
			<form novalidate method="post" action={path}>
				<CheckField name="sure" label={endpoints.remove.sure} problems={problems} />
				<button type="submit" class="danger" name="action" value="delete">
					{endpoints.remove.action}
				</button>
			</form>
		</>
	);
}
