/** A new link to a case's evidence, which is shown once, and the end of one. */
import { ApiError, callApi } from "../core/api.ts";
import { WayOn } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { reasonOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { casePage } from "./case-page.tsx";

/** Answers the form itself, because the address is shown once. A reload says that the link was made already. */
export async function makeLink(c: PageContext): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const form = await readForm(c);
	const result = await callApi<{ url?: string; expiresAt: string }>(c, {
		method: "POST",
		path: `/recovery-cases/${caseId}/evidence-links`,
		as: "wallet",
		body: {},
		headers: { "Idempotency-Key": form.text("key") },
	});
	if (!result.ok) {
		if (result.status >= 500) throw new ApiError(result);
		return casePage(c, { status: result.status, links: reasonOf(c, result) });
	}
	const { links, sign } = c.get("copy").cases;
	const { url, expiresAt } = result.body;
	const title = url === undefined ? links.already : links.made;
	return page(
		c,
		{ title, area: "people" },
		<>
			<p>{url === undefined ? links.alreadyText : links.once}</p>
			{url !== undefined && (
				<p>
					<Code c={c} text={url} />
				</p>
			)}
			<p>
				{links.until} <Time c={c} iso={expiresAt} />.
			</p>
			<WayOn href={`/cases/${caseId}`} text={sign.back} />
		</>,
	);
}

export async function revokeLink(c: PageContext): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const form = await readForm(c);
	const linkId = encodeURIComponent(form.text("evidenceLinkId"));
	const path = `/recovery-cases/${caseId}/evidence-links/${linkId}`;
	const result = await callApi(c, { method: "DELETE", path, as: "wallet" });
	if (!result.ok) throw new ApiError(result);
	return redirect(c, `/cases/${caseId}`);
}
