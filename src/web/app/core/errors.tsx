/** Pages for errors. Each says its meaning and has a way on. */
import type { PageProblem } from "../ports.ts";
import { ApiError } from "./api.ts";
import { WayOn } from "./form.tsx";
import { formPage } from "./form-page.ts";
import { GivenTwice, NoForm } from "./forms.ts";
import type { Area } from "./layout.tsx";
import type { PageContext } from "./page-env.ts";
import { page, redirect } from "./respond.tsx";
import { dropSession, SessionNeeded, signInPath } from "./sessions.ts";

const SHORT_WAIT_SECONDS = 5;

export function notFoundPage(c: PageContext): Promise<Response> {
	const { title, text } = c.get("copy").common.problem.notFound;
	const { docs } = c.get("copy").developers;
	const isOfDevelopers = c.req.path.startsWith("/developers");
	const area =
		isOfDevelopers &&
		({ area: "developers", action: { href: "/developers/docs", text: docs.title } } as const);
	return plain(c, { title, text, status: 404, ...area });
}

/** The error of a route. @throws `error` if no page of ours explains it */
export function errorPage(c: PageContext, error: Error): Response | Promise<Response> {
	if (error instanceof SessionNeeded) return sessionNeeded(c, error);
	if (error instanceof ApiError) {
		const { status, code, retryAfterSeconds, requestId } = error.failure;
		return problemPage(c, { status, code, retryAfterSeconds }, requestId);
	}
	if (error instanceof NoForm) return foreignFormPage(c, 415);
	if (error instanceof GivenTwice) {
		return problemPage(c, { status: 400, code: "INPUT_VALIDATION_ERROR", retryAfterSeconds: null });
	}
	// The service logs it, and asks for the page of a 500.
	throw error;
}

function foreignFormPage(c: PageContext, status: number): Promise<Response> {
	const { title, text } = c.get("copy").common.problem.foreignForm;
	return plain(c, { title, text: text(c.env.settings.appOrigin), status });
}

export function problemPage(
	c: PageContext,
	{ status, code, retryAfterSeconds }: PageProblem,
	requestId = c.env.requestId,
): Promise<Response> {
	const { problem } = c.get("copy").common;
	if (code === "FOREIGN_FORM") return foreignFormPage(c, status);
	if (status === 404) return notFoundPage(c);
	if (status === 403) return plain(c, { ...problem.forbidden, status });
	if (status === 405) {
		return plain(c, { ...problem.method, status, headers: { Allow: "GET, HEAD, POST" } });
	}
	if (status === 429) {
		const seconds = retryAfterSeconds ?? SHORT_WAIT_SECONDS;
		const headers = { "Retry-After": String(seconds) };
		return plain(c, { title: problem.tooMany.title, text: problem.tooMany.text(seconds), status, headers });
	}
	if (status === 413) return plain(c, { ...problem.tooLarge, status });
	const { codes }: { codes: Readonly<Record<string, string | undefined>> } = c.get("copy").problems;
	const refused = status < 500 ? codes[code] : undefined;
	if (refused !== undefined) return plain(c, { title: problem.refused, text: refused, status });
	const words = status === 503 ? problem.unavailable : problem.unexpected;
	return plain(c, { ...words, status, requestId });
}

/** A page that was only opened leads to the sign-in and back. A form would lose what was typed, so it stays. */
function sessionNeeded(c: PageContext, { kind, hasEnded }: SessionNeeded): Response | Promise<Response> {
	const { pathname, search } = new URL(c.req.url);
	if (hasEnded) dropSession(c, kind);
	const path = signInPath(kind, formPage(c) ?? `${pathname}${search}`, { hasEnded });
	if (c.req.method === "GET") return redirect(c, path);
	const { title, text, signIn } = c.get("copy").common.problem.sessionEnded;
	return plain(c, { title, text, status: 401, action: { href: path, text: signIn } });
}

type Plain = {
	title: string;
	text: string;
	status: number;
	headers?: Record<string, string>;
	requestId?: string;
	area?: Area;
	action?: { href: string; text: string };
};

function plain(
	c: PageContext,
	{ title, text, status, headers, requestId, area = "people", action }: Plain,
): Promise<Response> {
	const { problem } = c.get("copy").common;
	const way = action ?? { href: "/", text: problem.home };
	return page(
		c,
		{ title, area, status, ...(headers && { headers }) },
		<>
			<p>{text}</p>
			{requestId !== undefined && <p class="quiet">{problem.reference(requestId)}</p>}
			<WayOn href={way.href} text={way.text} />
		</>,
	);
}
