/** Shared by all pages of reviewers: reading as the reviewer, and words for accounts without the role. */
import { ApiError, type ApiFailure, callApi } from "../core/api.ts";
import { errorPage } from "../core/errors.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

type Me = { user: { id: string; email: string } };

/** @throws ApiError if there is no answer to show */
export async function read<T>(c: PageContext, path: string): Promise<T> {
	const answer = await callApi<T>(c, { method: "GET", path, as: "developer" });
	if (!answer.ok) throw new ApiError(answer);
	return answer.body;
}

/** @throws ApiError unless the page shows failures of this status itself */
export function failOn(failure: ApiFailure, ...shown: number[]): void {
	if (!shown.includes(failure.status)) throw new ApiError(failure);
}

export function reviewError(c: PageContext, error: Error): Response | Promise<Response> {
	const isWithoutRole = error instanceof ApiError && error.failure.status === 403;
	return isWithoutRole ? roleNeeded(c) : errorPage(c, error);
}

/** A person reads the id out to get a role (auth.md "Granting roles"). */
async function roleNeeded(c: PageContext): Promise<Response> {
	const { roleNeeded: copy } = c.get("copy").review;
	const { user } = await read<Me>(c, "/auth/me");
	return page(
		c,
		{ title: copy.title, area: "developers", status: 403 },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.text}</p>
			<p>{copy.how}</p>
			<dl>
				<dt>{copy.id}</dt>
				<dd>
					<code>{user.id}</code>
				</dd>
				<dt>{copy.email}</dt>
				<dd>{user.email}</dd>
			</dl>
			<p>
				<a class="button" href="/developers">
					{copy.action}
				</a>
			</p>
		</>,
	);
}
