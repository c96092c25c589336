/** `/cases/{caseId}/order`: the court order, in two steps: its citation, and the signature. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { ApiError, callApi } from "../core/api.ts";
import { courtFacts } from "../core/case-view.tsx";
import { fieldsOf, TextField } from "../core/fields.tsx";
import { PostForm } from "../core/form.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { TypedDataToSign } from "../core/signing.tsx";
import { readCase } from "./case-page.tsx";
import { refusalOf, signPage, tooLatePage } from "./sign-page.tsx";
import { takesOrder } from "./standing.ts";

const FIELDS = ["title", "fullCaseNumber", "courtId", "docketNumber"] as const;
type Fields = Record<(typeof FIELDS)[number], string>;
type Prepared = { typedData: TypedDataToSign & { message: Fields } };

export async function orderPage(c: PageContext): Promise<Response> {
	const record = await readCase(c);
	if (!takesOrder(record)) return tooLatePage(c, record, c.get("copy").cases.order.notNow);
	return citationPage(c, record, { title: "", fullCaseNumber: "", courtId: "", docketNumber: "" });
}

export async function attachOrder(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const record = await readCase(c);
	if (!takesOrder(record)) return tooLatePage(c, record, c.get("copy").cases.order.notNow);
	const fields = typedIn(form);
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
	const { cases } = c.get("copy");
	if (!prepared.ok) {
		if (prepared.details.length === 0) throw new ApiError(prepared);
		const words = { "courtInfo.docketNumber": cases.order.wrongDocket };
		return citationPage(c, record, fields, problemsOf(c, prepared, words).map(asField));
	}
	const { typedData } = prepared.body;
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
			words: courtFacts(c, typedData.message),
			children: FIELDS.map((name) => <input type="hidden" name={name} value={fields[name]} />),
		});
	if (!form.has("signature")) return ask();
	const result = await callApi(c, {
		method: "PATCH",
		path: `/recovery-cases/${jrcHash}/court-order`,
		as: "wallet",
		body: { courtInfo, signature: form.text("signature") },
	});
	return result.ok ? redirect(c, address) : ask(refusalOf(c, result, form.text("signature")));
}

/** The form has no nested fields. */
function asField({ field, text }: Problem): Problem {
	return { field: field.split(".").at(-1) ?? "", text };
}

function typedIn(form: Form): Fields {
	return Object.fromEntries(FIELDS.map((name) => [name, form.text(name)])) as Fields;
}

function citationPage(c: PageContext, record: CaseRecord, typed: Fields, problems: Problem[] = []) {
	const { cases } = c.get("copy");
	const { order } = cases;
	const address = `/cases/${record.caseId}`;
	const { labels: shared } = c.get("copy");
	const labels: Fields = {
		title: shared.orderTitle,
		fullCaseNumber: shared.caseNumber,
		courtId: shared.court,
		docketNumber: shared.docketNumber,
	};
	const hints = { title: order.captionHint, courtId: order.courtHint, docketNumber: order.docketHint };
	const field = fieldsOf({ labels, hints, typed, problems });
	const common = { autocomplete: "off", required: true };
	const title = record.courtOrder === null ? order.enter : order.replace;
	return page(
		c,
		{ title, area: "people", lead: order.lead, problems, labels },
		<PostForm action={`${address}/order`} submit={order.go} cancel={{ href: address, text: cases.sign.back }}>
			<TextField {...field("title")} {...common} />
			<TextField {...field("fullCaseNumber")} {...common} />
			<TextField {...field("courtId")} {...common} />
			<TextField {...field("docketNumber")} {...common} inputmode="numeric" />
		</PostForm>,
	);
}
