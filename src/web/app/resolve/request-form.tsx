/** The court's data of a request for a will. The order's file follows on the next page. */
import { TextField } from "../core/fields.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

export const TYPED_FIELDS = ["applicant", "title", "fullCaseNumber", "courtId", "docketNumber"] as const;
type TypedField = (typeof TYPED_FIELDS)[number];
export type TypedRequest = { code: string; ownerAddress: string } & Partial<Record<TypedField, string>>;

/** As long as the API takes. */
const LENGTHS = { applicant: 500, title: 500, fullCaseNumber: 200, courtId: 100, docketNumber: 16 };

export function requestLabels(c: PageContext): Record<TypedField, string> {
	const { labels } = c.get("copy");
	const { request: copy } = c.get("copy").resolve;
	return {
		applicant: copy.applicant,
		title: labels.orderTitle,
		fullCaseNumber: labels.caseNumber,
		courtId: labels.court,
		docketNumber: labels.docketNumber,
	};
}

type Props = { c: PageContext; problems: readonly Problem[]; typed: TypedRequest };

export function RequestForm({ c, problems, typed }: Props) {
	const { request: copy } = c.get("copy").resolve;
	const labels = requestLabels(c);
	const hints: Partial<Record<TypedField, string>> = {
		applicant: copy.applicantHint,
		courtId: copy.courtHint,
		docketNumber: copy.docketHint,
	};
	return (
		<>
			<h2>{copy.heading}</h2>
			<p>{copy.lead}</p>
			<form novalidate method="post" action="/resolve/request">
				<input type="hidden" name="code" value={typed.code} />
				<input type="hidden" name="ownerAddress" value={typed.ownerAddress} />
				{TYPED_FIELDS.map((name) => (
					<TextField
						name={name}
						label={labels[name]}
						hint={hints[name]}
						value={typed[name]}
						problems={problems}
						maxlength={LENGTHS[name]}
						{...(name === "docketNumber" && { inputmode: "numeric" as const })}
						required
					/>
				))}
				<button type="submit">{copy.next}</button>
			</form>
		</>
	);
}
