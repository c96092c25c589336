/** Shared by all pages of reviewers: reading as the reviewer, and words for accounts without the role. */
import { ApiError, type ApiFailure, readApi } from "../core/api.ts";
import { errorPage } from "../core/errors.tsx";
import { Facts } from "../core/facts.tsx";
import { WayOn } from "../core/form.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

type Me = { user: { id: string; email: string } };

/** @throws ApiError if there is no response to show */
export const read = <T,>(c: PageContext, path: string): Promise<T> => readApi<T>(c, "developer", path);

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
	const { labels, review } = c.get("copy");
	const { roleNeeded: copy } = review;
	const { user } = await read<Me>(c, "/auth/me");
	return page(
		c,
		{ title: copy.title, area: "developers", status: 403, lead: copy.text },
		<>
			<p>{copy.how}</p>
			<Facts
				of={[
					[labels.yourDeveloperId, <code>{user.id}</code>],
					[copy.email, user.email],
				]}
			/>
			<WayOn href="/developers" text={copy.action} />
		</>,
	);
}
