/**
 * A request for a will, in two steps: the court's data, then a second look with the file of the order. That form goes on
 * to the API as the browser sends it, so it has the API's own fields.
 */
import { ApiError, callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { FileField } from "../core/fields.tsx";
import { WayOn } from "../core/form.tsx";
import { Code } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type PassingForm, passingForm } from "../core/passing-fields.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { RequestForm, requestLabels, TYPED_FIELDS, type TypedRequest } from "./request-form.tsx";

const WHOLE_NUMBER = /^\d{1,15}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** The form shows again for another file. */
const OF_FILE = ["NO_FILE_UPLOADED", "NO_FILE_BUFFER", "INVALID_FILE_FORMAT"];
const SHOWN_HERE = [400, 404, 409, 413, 415, 429];

export async function stateRequest(c: PageContext): Promise<Response> {
	const typed = typedIn(await readForm(c));
	// Not typed by the visitor, so there is nothing to correct.
	if (!ADDRESS.test(typed.ownerAddress)) return redirect(c, "/resolve");
	const problems = problemsIn(c, typed);
	if (problems.length > 0) return showAgain(c, typed, problems);
	return askForOrder(c, typed);
}

type Complete = Required<TypedRequest>;

function typedIn(form: Form): Complete {
	const names = ["code", "ownerAddress", ...TYPED_FIELDS] as const;
	return Object.fromEntries(names.map((name) => [name, form.text(name)])) as Complete;
}

function problemsIn(c: PageContext, typed: Complete): Problem[] {
	const { request: copy } = c.get("copy").resolve;
	const empty = TYPED_FIELDS.filter((field) => typed[field] === "");
	const isWrongNumber = typed.docketNumber !== "" && !WHOLE_NUMBER.test(typed.docketNumber);
	return [
		...empty.map((field) => ({ field, text: copy.empty })),
		...(isWrongNumber ? [{ field: "docketNumber", text: copy.wrongDocket }] : []),
	];
}

function showAgain(c: PageContext, typed: Complete, problems: readonly Problem[]): Promise<Response> {
	const { request: copy } = c.get("copy").resolve;
	return page(
		c,
		{ title: copy.heading, area: "courts", status: 400, problems, labels: requestLabels(c) },
		<>
			<RequestForm c={c} problems={problems} typed={typed} />
		</>,
	);
}

function askForOrder(
	c: PageContext,
	typed: Complete,
	{ status, problems }: { status: number; problems: readonly Problem[] } = { status: 200, problems: [] },
): Promise<Response> {
	const { send: copy, found } = c.get("copy").resolve;
	const labels = requestLabels(c);
	const { code, ownerAddress, applicant, docketNumber, ...court } = typed;
	const courtInfo = JSON.stringify({ ...court, docketNumber: Number(docketNumber) });
	// The key makes a form that is sent twice one request.
	const action = `/resolve/request/${ownerAddress}?key=${crypto.randomUUID()}`;
	return page(
		c,
		{ title: copy.title, area: "courts", status, problems, labels: { file: copy.order }, lead: copy.effect },
		<>
			<Facts
				of={[
					[found.owner, <Code c={c} text={ownerAddress} />],
					...TYPED_FIELDS.map((field) => [labels[field], typed[field]] as const),
				]}
			/>
			<form novalidate method="post" action={action} enctype="multipart/form-data">
				<input type="hidden" name="code" value={code} />
				<input type="hidden" name="applicant" value={applicant} />
				<input type="hidden" name="courtInfo" value={courtInfo} />
				<FileField
					name="file"
					label={copy.order}
					problems={problems}
					accept="application/pdf,.pdf"
					required
				/>
				<button type="submit">{copy.title}</button>
			</form>
		</>,
	);
}

/** Undefined if the form is not the one of the page. */
function typedAgain(ownerAddress: string, form: PassingForm): Complete | undefined {
	try {
		const { docketNumber, ...court } = JSON.parse(form.text("courtInfo")) as Record<string, unknown>;
		const { title, fullCaseNumber, courtId } = court;
		const texts = { title, fullCaseNumber, courtId, docketNumber };
		const entries = Object.entries(texts).map(([name, value]) => [name, String(value ?? "")]);
		const { code, applicant } = { code: form.text("code"), applicant: form.text("applicant") };
		return { ...(Object.fromEntries(entries) as Complete), ownerAddress, code, applicant };
	} catch {
		return undefined;
	}
}

export async function sendRequest(c: PageContext): Promise<Response> {
	const copy = c.get("copy").resolve;
	const ownerAddress = c.req.param("ownerAddress") ?? "";
	const key = c.req.query("key");
	const form = passingForm(c);
	const response = await callApi(c, {
		method: "POST",
		path: `/estate-profiles/${encodeURIComponent(ownerAddress)}/will/release-requests`,
		as: "developer",
		upload: form.upload,
		...(key !== undefined && { headers: { "Idempotency-Key": key } }),
	});
	if (response.ok) {
		return redirect(c, `/resolve/releases?${new URLSearchParams({ owner: ownerAddress })}`, "done");
	}
	if (!SHOWN_HERE.includes(response.status)) throw new ApiError(response);
	const problems = problemsOf(c, response, copy.problems);
	const typed = OF_FILE.includes(response.code) && typedAgain(ownerAddress, form);
	if (typed) {
		const ofFile = problems.map(({ text }) => ({ field: "file", text }));
		return askForOrder(c, typed, { status: response.status, problems: ofFile });
	}
	return page(
		c,
		{ title: copy.send.failed, area: "courts", status: response.status, problems },
		<>
			<p>{copy.send.again}</p>
			<WayOn href="/resolve" text={copy.own.start} />
		</>,
	);
}
