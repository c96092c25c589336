/** Links that show a case's evidence: the list, a new one shown once, and the end of one. */
import { ApiError, callApi } from "../core/api.ts";
import { Code, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";

export type EvidenceLink = {
	evidenceLinkId: string;
	isRevocable: boolean;
	createdAt: string;
	expiresAt: string;
};

type Props = { c: PageContext; caseId: string; links: readonly EvidenceLink[] };

export function EvidenceLinks({ c, caseId, links }: Props) {
	const { links: words } = c.get("copy").cases;
	return (
		<div class="unprinted">
			<h2>{words.title}</h2>
			<p>{words.lead}</p>
			{links.length > 0 && (
				<>
					<h3>{words.list}</h3>
					<ul>
						{links.map(({ evidenceLinkId, createdAt, expiresAt, isRevocable }) => (
							<li>
								{words.created} <Time c={c} iso={createdAt} />. {words.until} <Time c={c} iso={expiresAt} />.{" "}
								{isRevocable ? (
									<form method="post" action={`/cases/${caseId}/links/revoke`}>
										<input type="hidden" name="evidenceLinkId" value={evidenceLinkId} />
										<button type="submit" class="quiet">
											{words.revoke} <span class="hash">{evidenceLinkId}</span>
										</button>
									</form>
								) : (
									words.foreign
								)}
							</li>
						))}
					</ul>
				</>
			)}
			<form method="post" action={`/cases/${caseId}/links`}>
				<input type="hidden" name="key" value={crypto.randomUUID()} />
				<p class="actions">
					<button type="submit" class="second">
						{words.make}
					</button>
				</p>
			</form>
		</div>
	);
}

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
	if (!result.ok) throw new ApiError(result);
	const { links, sign } = c.get("copy").cases;
	const { url, expiresAt } = result.body;
	const title = url === undefined ? links.already : links.made;
	return page(
		c,
		{ title, area: "people" },
		<>
			<h1>{title}</h1>
			<p>{url === undefined ? links.alreadyText : links.once}</p>
			{url !== undefined && (
				<p>
					<Code c={c} text={url} />
				</p>
			)}
			<p>
				{links.until} <Time c={c} iso={expiresAt} />.
			</p>
			<p class="actions">
				<a class="button" href={`/cases/${caseId}`}>
					{sign.back}
				</a>
			</p>
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
