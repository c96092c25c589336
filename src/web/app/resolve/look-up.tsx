/** `/resolve`: resolves a privacy code to its estate. */

import { ApiError, callApi, readApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { TextField } from "../core/fields.tsx";
import { LinkButton, LinkLine } from "../core/form.tsx";
import { Code, Items, networkText, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { sessionToken, signInPath } from "../core/sessions.ts";
import { OwnReleasesForm } from "./own-releases-form.tsx";
import { RequestForm } from "./request-form.tsx";

type Estate = ResponseBody<"resolvePrivacyCode">;
type Me = { user: { id: string; role: string } };

const SHOWN_BESIDE = [400, 404, 429];

export function lookUpPage(c: PageContext): Promise<Response> {
	return showLookUp(c, { problems: [], status: 200 });
}

type Shown = { problems: readonly Problem[]; status: number; typed?: string };

async function showLookUp(c: PageContext, { problems, status, typed }: Shown): Promise<Response> {
	const copy = c.get("copy").resolve;
	if (sessionToken(c, "developer") === undefined) return needsPage(c);
	const { id, role } = (await readApi<Me>(c, "developer", "/auth/me")).user;
	return page(
		c,
		{ title: copy.title, area: "courts", status, problems, labels: { code: copy.code }, lead: copy.lead },
		<>
			{role !== "resolver" && (
				<div class="note">
					<p>{copy.role.missing}</p>
					<p>
						{c.get("copy").labels.yourDeveloperId}: <Code c={c} text={id} />
					</p>
				</div>
			)}
			<form novalidate method="post" action="/resolve">
				<TextField
					name="code"
					label={copy.code}
					hint={copy.codeHint}
					value={typed}
					problems={problems}
					spellcheck="false"
					autocapitalize="characters"
					required
				/>
				<button type="submit">{copy.look}</button>
			</form>
			<OwnReleasesForm c={c} />
		</>,
	);
}

/** Before the sign-in: who may look up a code, and how one gets there. */
function needsPage(c: PageContext): Promise<Response> {
	const { resolve, common } = c.get("copy");
	const { needs } = resolve;
	return page(
		c,
		{ title: resolve.title, area: "courts", lead: resolve.lead },
		<>
			<h2>{needs.heading}</h2>
			<Items of={needs.items} isOrdered />
			<p class="actions">
				<LinkButton href={signInPath("developer", "/resolve")} text={common.action.logIn} />
				<LinkButton href="/developers/register" text={needs.register} kind="second" />
			</p>
			<h2>{needs.without}</h2>
			<p>{needs.withoutText}</p>
			<LinkLine href="/verify" text={c.get("copy").verify.title} />
		</>,
	);
}

/** Responds to the POST itself, because a code must not appear in an address. */
export async function lookUpCode(c: PageContext): Promise<Response> {
	const copy = c.get("copy").resolve;
	const code = (await readForm(c)).text("code");
	const path = "/estate-profiles/privacy-codes/resolve";
	const response = await callApi<Estate>(c, { method: "POST", path, as: "developer", body: { code } });
	if (!response.ok) {
		if (!SHOWN_BESIDE.includes(response.status)) throw new ApiError(response);
		const problems = problemsOf(c, response, copy.problems);
		return showLookUp(c, { problems, status: response.status, typed: code });
	}
	const { ownerAddress, will } = response.body;
	return page(
		c,
		{ title: copy.found.title, area: "courts" },
		<>
			<EstateFacts c={c} estate={response.body} />
			{will !== null && <RequestForm c={c} problems={[]} typed={{ code, ownerAddress }} />}
			<LinkLine href="/resolve" text={copy.own.start} />
		</>,
	);
}

function EstateFacts({ c, estate }: { c: PageContext; estate: Estate }) {
	const { found: copy } = c.get("copy").resolve;
	const { ownerAddress, chainId, label, agreementAccepted, will, resolvedAt } = estate;
	return (
		<Facts
			of={[
				[
					copy.owner,
					<Code c={c} text={ownerAddress} />,
					chainId !== null && copy.ownerOnChain(networkText(c, chainId)),
				],
				[copy.label, label],
				[c.get("copy").common.nav.terms, agreementAccepted ? copy.agreed : copy.notAgreed],
				...(will === null
					? [[copy.will, copy.noWill] as const]
					: [
							[copy.will, copy.version(will.version), <Time c={c} iso={will.uploadedAt} />] as const,
							[copy.checksum, <Code c={c} text={will.sha256} />] as const,
						]),
				[copy.at, <Time c={c} iso={resolvedAt} />],
			]}
		/>
	);
}
