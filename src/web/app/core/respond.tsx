/** Every page leaves by one of these, so that all have the same headers. */
import type { Child } from "hono/jsx";
import { ProblemList } from "./fields.tsx";
import { type Area, type LanguageForm, Layout } from "./layout.tsx";
import { DoneNote, type DoneWords, leaveNote } from "./notes.tsx";
import type { PageContext } from "./page-env.ts";
import type { Rejected } from "./problems.ts";

/** Strict enough that neither an injected tag nor an injected string can run (hosted-app.md "Strict"). */
const policyWith = (trustedTypes: string, ...more: string[]): string =>
	[
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self'",
		"font-src 'self'",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		`trusted-types ${trustedTypes}`,
		...more,
	].join("; ");

const PAGE_POLICY = policyWith("'none'");

/** Of a page that starts one worker. @param trustedTypes names the policy that passes its path and nothing else */
export const policyOfWorker = (trustedTypes: string, url: string): string =>
	policyWith(trustedTypes, `worker-src ${url}`);

const PAGE_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Cache-Control": "no-store",
	"Content-Security-Policy": PAGE_POLICY,
	"Cross-Origin-Opener-Policy": "same-origin",
	"Permissions-Policy": "camera=(), geolocation=(), microphone=()",
	// The same address says something else in another language.
	Vary: "Accept-Language, Cookie",
};

export type PageOptions = Rejected & {
	title: string;
	area: Area;
	/** The words of the heading, if they are not the title's. Null if the contents have it. */
	heading?: string | null;
	/** Above the heading: the steps of a way, or what leads here. */
	above?: Child;
	/** The first sentences below the heading. */
	lead?: Child;
	/** What the page is compared with: beside all of it where there is space, below it elsewhere. */
	beside?: Child;
	/** Confirms what the previous form has done, by the name of its note. */
	done?: DoneWords;
	/** Of the fields with `problems`, by name; empty for a field that its problem names already. */
	labels?: Readonly<Record<string, string>>;
	/** Names in `src/web/browser`, without the extension. */
	scripts?: readonly string[];
	headers?: Record<string, string>;
	languageForm?: LanguageForm;
};

/** Shows a page: heading, lead, the result of the last form, then `children`. */
export async function page(c: PageContext, options: PageOptions, children: Child): Promise<Response> {
	const { title, heading = title, above, lead, beside, done, problems = [], labels = {} } = options;
	const { status = problems.length > 0 ? 400 : 200 } = options;
	const contents = (
		<>
			{above}
			{heading !== null && <h1>{heading}</h1>}
			{lead !== undefined && <p class="lead">{lead}</p>}
			{done && <DoneNote c={c} of={done} />}
			<ProblemList c={c} problems={problems} labels={labels} />
			{children}
		</>
	);
	const html = await (
		<Layout c={c} {...options}>
			{beside === undefined ? (
				contents
			) : (
				<div class="beside">
					<div>{contents}</div>
					{beside}
				</div>
			)}
		</Layout>
	);
	const headers = new Headers({ ...PAGE_HEADERS, ...options.headers });
	return withCookies(c, new Response(`<!doctype html>${html}`, { status, headers }));
}

/**
 * After a form: the browser gets the next page with GET, so that a reload posts nothing.
 *
 * @param note what the form has done, which the next page confirms with the words of its `done`
 */
export function redirect(c: PageContext, path: string, note?: string): Response {
	if (note !== undefined) leaveNote(c, path, note);
	const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
	return withCookies(c, new Response(null, { status: 303, headers }));
}

/** A file to keep. It is never opened on our origin. */
export function download(
	c: PageContext,
	body: ReadableStream | string | null,
	{ name, type }: { name: string; type: string },
): Response {
	const headers = new Headers({
		"Content-Type": type,
		"Content-Disposition": `attachment; filename="${name}"`,
		"Cache-Control": "no-store",
		"Content-Security-Policy": PAGE_POLICY,
	});
	return withCookies(c, new Response(body, { headers }));
}

function withCookies(c: PageContext, response: Response): Response {
	response.headers.set("X-Request-Id", c.env.requestId);
	for (const cookie of c.get("cookies")) response.headers.append("Set-Cookie", cookie);
	return response;
}
