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
import { DocumentForm } from "./document-form.tsx";
import { ReviewersNote } from "./progress.tsx";
import { refusalOf, signPage, tooLatePage } from "./sign-page.tsx";
import { takesOrder } from "./standing.ts";

const FIELDS = ["title", "fullCaseNumber", "courtId", "docketNumber"] as const;
type Fields = Record<(typeof FIELDS)[number], string>;
type Prepared = { typedData: TypedDataToSign & { message: Fields } };

/** @param document the file that was not accepted */
export async function orderPage(c: PageContext, document?: Document): Promise<Response> {
	const record = await readCase(c);
	if (!takesOrder(record)) return tooLatePage(c, record, c.get("copy").cases.order.notNow);
	const { title = "", fullCaseNumber = "", courtId = "", docketNumber = "" } = record.courtOrder ?? {};
	const typed = { title, fullCaseNumber, courtId, docketNumber: String(docketNumber) };
	return citationPage(c, record, typed, { document });
}

export async function attachOrder(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const record = await readCase(c);
	if (!takesOrder(record)) return tooLatePage(c, record, c.get("copy").cases.order.notNow);
	const fields = typedIn(form);
	const { docketNumber } = fields;
	// Anything but digits is sent as text, so that the API names the field. A court without dockets has number 0.
	const courtInfo = {
		...fields,
		docketNumber: /^\d{0,15}$/.test(docketNumber) ? Number(docketNumber) : docketNumber,
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
		return citationPage(c, record, fields, { problems: problemsOf(c, prepared, words).map(asField) });
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
			words: [
				...courtFacts(c, typedData.message),
				[cases.order.paper, filesOf(c, record) || cases.order.noFile],
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
	return result.ok ? redirect(c, address) : ask(refusalOf(c, result, form.text("signature")));
}

/** The form has no nested fields. */
function asField({ field, text }: Problem): Problem {
	return { field: field.split(".").at(-1) ?? "", text };
}

function typedIn(form: Form): Fields {
	return Object.fromEntries(FIELDS.map((name) => [name, form.text(name)])) as Fields;
}

type Document = { status: number; problems: readonly Problem[] };

function citationPage(
	c: PageContext,
	record: CaseRecord,
	typed: Fields,
	{ problems = [], document }: { problems?: Problem[]; document?: Document | undefined } = {},
) {
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
		{
			title,
			area: "people",
			problems,
			labels,
			scripts: ["case"],
			...(document && { status: document.status }),
		},
		<>
			<ReviewersNote c={c} of={record} />
			<div class="pair">
				<OrderFile c={c} record={record} problems={document?.problems} />
				<section aria-labelledby="facts">
					<h2 id="facts">{order.facts}</h2>
					<p>{order.lead}</p>
					<PostForm
						action={`${address}/order`}
						submit={order.go}
						cancel={{ href: address, text: cases.sign.back }}
						data={{
							"data-after-file": true,
							"data-draft": `order-${record.caseId}-${record.courtOrder?.attachedAt ?? ""}`,
							"data-typed": problems.length > 0 || undefined,
						}}
					>
						<TextField {...field("title")} {...common} />
						<TextField {...field("fullCaseNumber")} {...common} />
						<TextField {...field("courtId")} {...common} />
						<TextField {...field("docketNumber")} {...common} required={false} inputmode="numeric" />
					</PostForm>
				</section>
			</div>
		</>,
	);
}

type FileProps = { c: PageContext; record: CaseRecord; problems: readonly Problem[] | undefined };

/** A form of its own, because its body goes on to the API as it arrives. */
function OrderFile({ c, record, problems }: FileProps) {
	const { cases, labels } = c.get("copy");
	const { order } = cases;
	const files = filesOf(c, record);
	return (
		<section aria-labelledby="order-file" tabindex={-1} data-sent>
			<h2 id="order-file">{order.file}</h2>
			<p>{order.fileLead}</p>
			{files !== "" && (
				<p class="note done">
					{order.onFile} {files}
				</p>
			)}
			<DocumentForm c={c} action={`/cases/${record.caseId}/order/document`} problems={problems}>
				<input type="hidden" name="title" value={labels.courtOrder} />
			</DocumentForm>
		</section>
	);
}

/** Titles and sizes of the case's documents; empty if there are none. */
function filesOf(c: PageContext, { documents }: CaseRecord): string {
	const { bytes } = c.get("copy").cases.documents;
	return documents.map(({ title, size }) => `${title} (${bytes(size)})`).join(", ");
}
