/** A PDF beside what a reviewer compares with it (hosted-app.md "Documents beside a case"). */
import { VIEWER_POLICY, VIEWER_WORKER } from "../../viewer-names.ts";
import { assetPath } from "../core/assets.ts";
import type { PageContext } from "../core/page-env.ts";
import { type PageOptions, policyOfWorker } from "../core/respond.tsx";

/** The parameter of an address that names the document to show. */
export const DOCUMENT = "document";
const ELEMENT = "document";

export type ShownDocument = {
	title: string;
	/** Of the bytes, as the record has it. */
	sha256: string;
	/** Where it is downloaded. */
	path: string;
};

/**
 * The viewer with the policy that its page needs. Empty if no document is shown.
 *
 * @param page without a document
 * @param compare where on the page the document is compared with something
 */
export function viewerOf(
	c: PageContext,
	document: ShownDocument | undefined,
	page: string,
	compare?: string,
): Pick<PageOptions, "beside" | "headers"> {
	if (document === undefined) return {};
	const worker = `${c.env.settings.appOrigin}${assetPath(VIEWER_WORKER)}`;
	return {
		beside: <Viewer c={c} document={document} page={page} compare={compare} />,
		headers: { "Content-Security-Policy": policyOfWorker(VIEWER_POLICY, worker) },
	};
}

/** Keeps the document beside the page that a form leads to. */
export function documentQuery(c: PageContext): string {
	const shown = c.req.query(DOCUMENT);
	return shown === undefined ? "" : `?${new URLSearchParams({ [DOCUMENT]: shown })}`;
}

/** Opens the page with the document, at the viewer. */
export function ShowLink({ c, document, title }: { c: PageContext; document: string; title: string }) {
	const { show } = c.get("copy").desk.viewer;
	const isShown = c.req.query(DOCUMENT) === document;
	return (
		<p>
			<a
				href={`?${new URLSearchParams({ [DOCUMENT]: document })}#${ELEMENT}`}
				aria-label={`${show}: ${title}`}
				aria-current={isShown ? "true" : undefined}
			>
				{show}
			</a>
		</p>
	);
}

type ViewerProps = { c: PageContext; document: ShownDocument; page: string; compare: string | undefined };

function Viewer({ c, document, page, compare }: ViewerProps) {
	const copy = c.get("copy").desk.viewer;
	return (
		<section
			id={ELEMENT}
			class="viewer unprinted"
			aria-labelledby="viewer-title"
			data-viewer={document.path}
			data-sha256={document.sha256}
		>
			<h2 id="viewer-title">{document.title}</h2>
			{compare !== undefined && (
				<nav class="strip" aria-label={copy.strip}>
					<a href={`#${ELEMENT}`}>{copy.paper}</a>
					<a href={compare}>{copy.compare}</a>
				</nav>
			)}
			<p class="links">
				<a href={document.path}>{copy.download}</a>
				<a href={page}>{copy.close}</a>
			</p>
			<div class="controls">
				<button type="button" class="second" data-turn="-1">
					{copy.previous}
				</button>
				<button type="button" class="second" data-turn="1">
					{copy.next}
				</button>
				<button type="button" class="second" data-zoom="-1">
					{copy.smaller}
				</button>
				<button type="button" class="second" data-zoom="1">
					{copy.larger}
				</button>
				<p
					role="status"
					data-viewer-place
					data-drawing={copy.drawing}
					data-shown={copy.place}
					data-no-text={copy.noText}
				/>
			</div>
			{/* It scrolls, by the keyboard too. */}
			<section class="sheet" tabindex={0} aria-label={copy.sheet}>
				<div
					role="status"
					class="note"
					data-viewer-status
					data-loading={copy.loading}
					data-opening={copy.opening}
					data-unavailable={copy.unavailable}
					data-differs={copy.differs}
					data-locked={copy.locked}
					data-broken={copy.broken}
					data-failed={copy.failed}
				>
					{copy.noScript}
				</div>
				<div class="leaf" data-viewer-leaf />
			</section>
			<p class="quiet">{copy.caution}</p>
			{/* Not in the head, because the page need not wait for it: nothing that it adds moves the rest. */}
			<script type="module" src={assetPath("viewer.js")} />
		</section>
	);
}
