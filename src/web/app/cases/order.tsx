/** `/cases/{caseId}/order`: the court order, in two steps: what it is cited by, and the signature. */
import { ApiError, callApi } from "../core/api.ts";
import { Entry, ProblemList, type Problems } from "../core/entry.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import type { TypedDataToSign } from "../core/signing.tsx";
import type { CaseRecord } from "../exhibit/exhibit-page.tsx";
import { readCase } from "./case-page.tsx";
import { refusalOf, signPage } from "./sign-page.tsx";

const FIELDS = ["title", "fullCaseNumber", "courtId", "docketNumber"] as const;
type Fields = Record<(typeof FIELDS)[number], string>;
type Prepared = { typedData: TypedDataToSign & { message: Fields } };

export async function orderPage(c: PageContext): Promise<Response> {
	const record = await readCase(c);
	return formPage(c, record, { title: "", fullCaseNumber: "", courtId: "", docketNumber: "" });
}

export async function attachOrder(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const record = await readCase(c);
	const fields = fieldsOf(form);
	const { docketNumber } = fields;
	// Anything but digits is sent as text, so that the API names the field.
	const courtInfo = {
		...fields,
		docketNumber: /^\d{1,15}$/.test(docketNumber) ? Number(docketNumber) : docketNumber,
	};
	const { jrcHash } = record;
	const { chainId, recoveryAccount } = record.case;
	const prepared = await callApi<Prepared>(c, {
		method: "POST",
		path: "/typed-data",
		as: "none",
		body: { message: "CourtOrder", jrcHash, chainId, courtInfo },
	});
	if (!prepared.ok) {
		if (prepared.details.length === 0) throw new ApiError(prepared);
		const problems = prepared.details.map(({ field, message }) => [field.split(".").at(-1) ?? "", message]);
		return formPage(c, record, fields, Object.fromEntries(problems));
	}
	const { typedData } = prepared.body;
	const { cases } = c.get("copy");
	const address = `/cases/${record.caseId}`;
	const ask = (refusal?: Parameters<typeof signPage>[1]["refusal"]) =>
		signPage(c, {
			title: cases.order.signTitle,
			lead: cases.order.signLead,
			submit: cases.order.submit,
			path: `${address}/order`,
			back: address,
			typedData,
			signer: recoveryAccount,
			refusal,
			words: [
				[cases.order.caption, typedData.message.title],
				[cases.order.number, typedData.message.fullCaseNumber],
				[cases.order.court, typedData.message.courtId],
				[cases.order.docket, typedData.message.docketNumber],
			],
			children: FIELDS.map((name) => <input type="hidden" name={name} value={fields[name]} />),
		});
	if (!form.has("signature")) return ask();
	const result = await callApi(c, {
		method: "PATCH",
		path: `/recovery-cases/${jrcHash}/court-order`,
		as: "wallet",
		body: { courtInfo, signature: form.text("signature") },
	});
	return result.ok ? redirect(c, address) : ask(refusalOf(c, result));
}

function fieldsOf(form: Form): Fields {
	return Object.fromEntries(FIELDS.map((name) => [name, form.text(name)])) as Fields;
}

function formPage(c: PageContext, record: CaseRecord, fields: Fields, problems: Problems = {}) {
	const { cases, common } = c.get("copy");
	const { order } = cases;
	const address = `/cases/${record.caseId}`;
	const status = Object.keys(problems).length > 0 ? 400 : 200;
	const title = record.courtOrder === null ? order.enter : order.replace;
	const entry = (name: keyof Fields) => ({
		name,
		value: fields[name],
		error: problems[name],
		required: true,
	});
	return page(
		c,
		{ title, area: "people", status },
		<>
			<h1>{title}</h1>
			<p class="lead">{order.lead}</p>
			<ProblemList heading={common.problem.heading} problems={problems} />
			<form method="post" action={`${address}/order`}>
				<Entry {...entry("title")} label={order.caption} hint={order.captionHint} />
				<Entry {...entry("fullCaseNumber")} label={order.number} />
				<Entry {...entry("courtId")} label={order.court} hint={order.courtHint} />
				<Entry {...entry("docketNumber")} label={order.docket} hint={order.docketHint} inputmode="numeric" />
				<p class="actions">
					<button type="submit">{order.go}</button>
					<a class="button second" href={address}>
						{cases.sign.back}
					</a>
				</p>
			</form>
		</>,
	);
}
