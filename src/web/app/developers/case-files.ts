/** Files of a developer's case: its documents, and the evidence. They are downloads, never shown in our origin. */
import { download as passOn, readFile } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import { download } from "../core/respond.tsx";

const pathOf = (c: PageContext): string =>
	`/recovery-cases/${encodeURIComponent(c.req.param("caseId") ?? "")}`;

export function caseDocument(c: PageContext): Promise<Response> {
	const documentId = encodeURIComponent(c.req.param("documentId") ?? "");
	return passOn(c, `${pathOf(c)}/documents/${documentId}`, "developer");
}

/** Byte for byte as the service signed it. */
export async function caseEvidence(c: PageContext): Promise<Response> {
	const { body } = await readFile(c, "developer", `${pathOf(c)}/evidence`);
	return download(c, body, { name: `${c.req.param("caseId")}-evidence.json`, type: "application/json" });
}
