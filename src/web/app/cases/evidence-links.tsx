/** The links that show a case's evidence, with a form for another one. */
import { PostForm } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";

export type EvidenceLink = {
	evidenceLinkId: string;
	isRevocable: boolean;
	createdAt: string;
	expiresAt: string;
};

type Props = {
	c: PageContext;
	caseId: string;
	links: readonly EvidenceLink[];
	/** Why no link was made. */
	problem: string | undefined;
};

export function EvidenceLinks({ c, caseId, links, problem }: Props) {
	const { links: words } = c.get("copy").cases;
	return (
		<div class="unprinted">
			<h3>{words.title}</h3>
			<p>{words.lead}</p>
			{problem !== undefined && (
				<p class="note danger" role="alert" tabindex={-1} autofocus>
					{problem}
				</p>
			)}
			{links.length > 0 && (
				<>
					<h4>{words.list}</h4>
					<ul>
						{links.map(({ evidenceLinkId, createdAt, expiresAt, isRevocable }) => (
							<li>
								{words.created} <Time c={c} iso={createdAt} />. {words.until} <Time c={c} iso={expiresAt} />.{" "}
								{isRevocable ? (
									<form novalidate method="post" action={`/cases/${caseId}/links/revoke`}>
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
			<PostForm action={`/cases/${caseId}/links`} submit={words.make} kind="second">
				<input type="hidden" name="key" value={crypto.randomUUID()} />
			</PostForm>
		</div>
	);
}
