/** What a case's entries say: reasons, and what was compared, stand in the evidence alone. */
import type { ComparedValue } from "../../../protocol/comparison.ts";
import { callApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import type { ReviewedCase } from "./case-table.tsx";
import { DECISIONS } from "./decision-form.tsx";

/** Of a decision, or of a signed objection. */
type Payload = {
	/** The decision's reason. */
	note?: string;
	compared?: readonly ComparedValue[];
	typedData?: { message: { reason: string } };
};
/** By the number of the entry. */
export type Payloads = ReadonlyMap<number, Payload>;

const SAID = new Set<string>([...DECISIONS, "contest"]);

/** Without an entry that says something nothing is read. Empty too if they cannot be read at the moment. */
export async function readPayloads(c: PageContext, of: ReviewedCase): Promise<Payloads> {
	if (!of.history.some(({ move }) => SAID.has(move))) return new Map();
	const read = await callApi<ResponseBody<"getRecoveryCaseEvidence">>(c, {
		method: "GET",
		path: `/recovery-cases/${of.caseId}/evidence`,
		as: "developer",
	});
	if (!read.ok) return new Map();
	return new Map(read.body.history.map(({ entry, payload }) => [entry.sequence, payload as Payload]));
}
