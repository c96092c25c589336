/** `/cases` and the pages of a case. All with the wallet session alone. */
import type { Hono } from "hono";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { ApiError, type ApiFailure, callApi, readFile } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { passingForm } from "../core/passing-fields.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { download, redirect } from "../core/respond.tsx";
import { downloadPage, downloadSigned } from "../signing/download-page.tsx";
import { changeAddresses } from "../watch/addresses.tsx";
import { casePage, fragment, readCase } from "./case-page.tsx";
import { closeCase, closePage } from "./close.tsx";
import { calendarOf } from "./dates.ts";
import { listPage } from "./list.tsx";
import { makeLink, revokeLink } from "./make-link.tsx";
import { attachOrder, orderPage } from "./order.tsx";

export function mountCases(pages: Hono<PageEnv>): void {
	pages.get("/cases", listPage);
	pages.get("/cases/:caseId", (c) => casePage(c));
	pages.get("/cases/:caseId/fragment", fragment);
	pages.get("/cases/:caseId/order", (c) => orderPage(c));
	pages.post("/cases/:caseId/order", attachOrder);
	for (const action of ["withdraw", "contest"] as const) {
		pages.get(`/cases/:caseId/${action}`, (c) => closePage(c, action));
		pages.post(`/cases/:caseId/${action}`, (c) => closeCase(c, action));
	}
	pages.post("/cases/:caseId/order/document", (c) =>
		addDocument(c, "/order", (document) => orderPage(c, document)),
	);
	pages.post("/cases/:caseId/documents", (c) =>
		addDocument(c, "#documents", ({ status, ...document }) => casePage(c, { status, document })),
	);
	pages.get("/cases/:caseId/documents/:documentId", readDocument);
	pages.post("/cases/:caseId/execution", reportExecution);
	pages.post("/cases/:caseId/mail", changeMail);
	pages.get("/cases/:caseId/evidence", readEvidence);
	pages.get("/cases/:caseId/download", async (c) => downloadPage(c, downloadOf(await readCase(c))));
	pages.post("/cases/:caseId/download", async (c) => downloadSigned(c, downloadOf(await readCase(c))));
	pages.post("/cases/:caseId/links", makeLink);
	pages.post("/cases/:caseId/links/revoke", revokeLink);
	pages.get("/cases/:caseId/dates.ics", readDates);
}

/** Problems with the file itself. `details` name the other fields. */
const OF_FILE = ["NO_FILE_UPLOADED", "NO_FILE_BUFFER", "INVALID_FILE_FORMAT", "PAYLOAD_TOO_LARGE"];

type NotAdded = { status: number; problems: readonly Problem[]; title: string };

/** The file is streamed to the API. @param back behind the path of the case */
async function addDocument(
	c: PageContext,
	back: string,
	showAgain: (document: NotAdded) => Promise<Response>,
): Promise<Response> {
	const { caseId, jrcHash } = await readCase(c);
	const form = passingForm(c);
	const result = await callApi(c, {
		method: "POST",
		path: `/recovery-cases/${jrcHash}/documents`,
		as: "wallet",
		upload: form.upload,
	});
	if (result.ok) return redirect(c, `/cases/${caseId}${back}`);
	if (result.status >= 500) throw new ApiError(result);
	const { status } = result;
	return showAgain({ status, problems: documentProblems(c, result), title: form.text("title") });
}

function documentProblems(c: PageContext, failure: ApiFailure): Problem[] {
	const isOfFile = OF_FILE.includes(failure.code);
	return problemsOf(c, failure).map(({ field, text }) => ({
		field: isOfFile || field.startsWith("file.") ? "file" : field,
		text,
	}));
}

async function readDocument(c: PageContext): Promise<Response> {
	const [caseId, documentId] = [c.req.param("caseId") ?? "", c.req.param("documentId") ?? ""];
	const path = `/recovery-cases/${encodeURIComponent(caseId)}/documents/${encodeURIComponent(documentId)}`;
	const { body } = await readFile(c, "wallet", path);
	return download(c, body, { name: `${documentId}.pdf`, type: "application/pdf" });
}

function downloadOf({ caseId }: CaseRecord) {
	const back = `/cases/${caseId}`;
	return {
		of: "case",
		apiPath: `/recovery-cases/${caseId}/download`,
		path: `${back}/download`,
		back,
	} as const;
}

/** Byte for byte as the service signed it. */
async function readEvidence(c: PageContext): Promise<Response> {
	const caseId = c.req.param("caseId") ?? "";
	const { body } = await readFile(c, "wallet", `/recovery-cases/${encodeURIComponent(caseId)}/evidence`);
	return download(c, body, { name: `${caseId}-evidence.json`, type: "application/json" });
}

async function readDates(c: PageContext): Promise<Response> {
	const record = await readCase(c);
	const address = `${c.env.settings.appOrigin}/cases/${record.caseId}`;
	const body = calendarOf(record, c.get("copy"), address, Date.now());
	return download(c, body, { name: `${record.caseId}.ics`, type: "text/calendar; charset=utf-8" });
}

async function changeMail(c: PageContext): Promise<Response> {
	const caseId = c.req.param("caseId") ?? "";
	return changeAddresses(c, { caseId, back: `/cases/${encodeURIComponent(caseId)}` }, (mail) =>
		casePage(c, { mail }),
	);
}

async function reportExecution(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const typed = form.text("txHashes");
	const txHashes = typed.split(/[\s,]+/).filter(Boolean);
	const isHash = (text: string) => /^0x[0-9a-fA-F]{64}$/.test(text);
	if (txHashes.length === 0 || !txHashes.every(isHash)) {
		const text = c.get("copy").cases.execution.hashProblem;
		return casePage(c, { status: 400, execution: { problems: [{ field: "txHashes", text }], typed } });
	}
	const { caseId, jrcHash } = await readCase(c);
	const result = await callApi(c, {
		method: "POST",
		path: `/recovery-cases/${jrcHash}/execution`,
		as: "wallet",
		body: { txHashes },
	});
	if (result.ok) return redirect(c, `/cases/${caseId}#chain`);
	if (result.status >= 500) throw new ApiError(result);
	const problems = problemsOf(c, result).map(({ field, text }) => ({
		field: field.startsWith("txHashes") ? "txHashes" : field,
		text,
	}));
	return casePage(c, { status: result.status, execution: { problems, typed } });
}
