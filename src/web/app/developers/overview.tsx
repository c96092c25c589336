/** `/developers`: the first steps of a developer. Open to everybody. */

import { readApi } from "../core/api.ts";
import { LinkButton, LinkLine } from "../core/form.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { sessionToken } from "../core/sessions.ts";
import { RolePages } from "./parts.tsx";

export async function overviewPage(c: PageContext): Promise<Response> {
	const { account, docs } = c.get("copy").developers;
	const { overview } = account;
	const isSignedIn = sessionToken(c, "developer") !== undefined;
	const user = isSignedIn
		? (await readApi<ResponseBody<"getCurrentUser">>(c, "developer", "/auth/me")).user
		: undefined;
	return page(
		c,
		{ title: overview.title, area: "developers", done: overview.done, lead: overview.lead },
		<>
			{user ? (
				<p>
					{overview.signedIn(user.email)} <RolePages c={c} role={user.role} />
				</p>
			) : (
				<SignedOut c={c} />
			)}
			<LinkLine href="/developers/docs/quick-start" text={overview.guide} />
			<h2>{overview.quickStart}</h2>
			<ol class="entries">
				{overview.steps.map(({ href, title, text }) => (
					<li>
						<h3>
							<a href={href}>{title}</a>
						</h3>
						<p>{text}</p>
					</li>
				))}
			</ol>
			<h2>{overview.firstCall}</h2>
			<div class="scroll" tabindex={0}>
				<pre tabindex={0}>{firstCallOf(c.env.settings.appOrigin)}</pre>
			</div>
			<h2>{docs.title}</h2>
			<ul>
				<li>
					<a href="/developers/docs">{overview.guides}</a>
				</li>
				<li>
					<a href="/developers/reference">{overview.pages}</a>
				</li>
				<li>
					<a href="/api/v1/openapi.json">{overview.reference}</a>
				</li>
			</ul>
		</>,
	);
}

function SignedOut({ c }: { c: PageContext }) {
	const { overview } = c.get("copy").developers.account;
	return (
		<p class="actions">
			<LinkButton href="/developers/register" text={overview.register} />
			<LinkButton href="/developers/login" text={overview.logIn} kind="second" />
		</p>
	);
}

const firstCallOf = (appOrigin: string) => `curl ${appOrigin}/api/v1/recovery-cases \\
  -H "x-api-key: sk_…" \\
  -H "x-api-secret: ss_…"`;
