/**
 * `/developers/links/new`: makes one link. Its url is shown by the page that answers the form. A reload makes the link anew and
 * ends the former url.
 */
import { RECOVERY_REASONS } from "../../../protocol/intent.ts";
import type { Answer } from "../core/answers.ts";
import { callApi, readApi } from "../core/api.ts";
import { FieldGroup, ProblemList, SelectField, TextField } from "../core/fields.tsx";
import { type Form, readForm } from "../core/forms.ts";
import { atNumber, NetworkField, readNetwork } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { AttemptField, attemptOf, secretPage } from "./parts.tsx";

/** Transactions are prefilled over the API alone. */
const PREFILLED = [
	"lostAccount",
	"recoveryAccount",
	"chainId",
	"reasonForRecovery",
	"email",
	"ownerAddress",
] as const;
const LOCKABLE = PREFILLED.filter((name) => name !== "email");
const LIFETIMES = ["86400", "1800", "604800"] as const;

type Link = Answer<"createHostedLink", 201>;

export const newLinkPage = (c: PageContext): Promise<Response> =>
	show(c, { typed: () => undefined, locked: [] });

export async function makeLink(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { links } = c.get("copy").developers;
	const answer = await callApi<Link>(c, {
		method: "POST",
		path: "/hosted-links",
		as: "developer",
		body: bodyOf(form),
		headers: attemptOf(form),
	});
	if (!answer.ok) {
		const problems = problemsOf(c, answer, links.words).map(({ field, text }) => ({
			field: field.replace(/^prefill\./, "").replace(/^locked\..*/, "locked"),
			text,
		}));
		return show(c, { typed: form.text, locked: form.all("locked"), problems, status: answer.status });
	}
	const back = { href: "/developers/links", text: links.back };
	return secretPage(c, { title: links.made, secrets: [{ label: links.url, value: answer.body.url }], back });
}

function bodyOf(form: Form): object {
	const chainId = readNetwork(form.text) ?? "";
	const typed = PREFILLED.filter((name) => name !== "chainId")
		.map((name) => [name, form.text(name)] as const)
		.filter(([, value]) => value !== "");
	const prefill = { ...Object.fromEntries(typed), ...(chainId !== "" && { chainId: Number(chainId) }) };
	const optional = ["returnUrl", "reference", "locale"].map((name) => [name, form.text(name)] as const);
	return {
		kind: form.text("kind"),
		prefill,
		locked: form.all("locked"),
		...Object.fromEntries(optional.filter(([, value]) => value !== "")),
		expiresInSeconds: Number(form.text("expiresInSeconds")),
	};
}

type State = {
	typed: (name: string) => string | undefined;
	locked: readonly string[];
	problems?: Problem[];
	status?: number;
};

async function show(
	c: PageContext,
	{ typed, locked, problems: found = [], status = 200 }: State,
): Promise<Response> {
	const origins = await readApi<Answer<"listOrigins">>(c, "developer", "/origins");
	const isAllowed = origins.data.some((origin) => origin.status === "allowed");
	const { common, developers, verify } = c.get("copy");
	const { links } = developers;
	const { labels } = links;
	const chainId = readNetwork(typed) ?? "";
	const problems = atNumber(found, chainId);
	const text = (name: keyof typeof labels, hint?: string) => (
		<TextField
			name={name}
			label={labels[name]}
			hint={hint}
			value={typed(name)}
			problems={problems}
			autocomplete="off"
		/>
	);
	return page(
		c,
		{ title: links.make, area: "developers", status },
		<>
			<h1>{links.make}</h1>
			{!isAllowed && <p>{links.need}</p>}
			<ProblemList c={c} problems={problems} labels={{ ...labels, otherChainId: common.network.number }} />
			<form novalidate method="post" action="/developers/links/new">
				<AttemptField />
				<SelectField
					name="kind"
					label={labels.kind}
					value={typed("kind")}
					problems={problems}
					options={[
						["recovery", links.kinds.recovery],
						["estate", links.kinds.estate],
					]}
				/>
				<h2>{links.prefill}</h2>
				<p>{links.prefillHint}</p>
				{text("lostAccount")}
				{text("recoveryAccount")}
				<NetworkField c={c} label={labels.chainId} none={links.open} value={chainId} problems={problems} />
				<SelectField
					name="reasonForRecovery"
					label={labels.reasonForRecovery}
					value={typed("reasonForRecovery")}
					problems={problems}
					options={[
						["", links.open],
						...RECOVERY_REASONS.map((reason) => [reason, verify.reasons[reason]] as const),
					]}
				/>
				{text("email")}
				{text("ownerAddress", links.ownerHint)}
				<FieldGroup name="locked" legend={labels.locked} problems={problems}>
					{LOCKABLE.map((name) => (
						<label>
							<input type="checkbox" name="locked" value={name} checked={locked.includes(name)} />
							<span>{labels[name]}</span>
						</label>
					))}
				</FieldGroup>
				<h2>{links.more}</h2>
				{text("returnUrl", links.returnHint)}
				{text("reference", links.referenceHint)}
				<SelectField
					name="locale"
					label={labels.locale}
					value={typed("locale")}
					problems={problems}
					options={[
						["", links.anyLocale],
						["en", "English"],
						["es", "Español"],
					]}
				/>
				<SelectField
					name="expiresInSeconds"
					label={labels.expiresInSeconds}
					value={typed("expiresInSeconds")}
					problems={problems}
					options={LIFETIMES.map((seconds) => [seconds, links.lifetimes[seconds]])}
				/>
				<div class="actions">
					<button type="submit">{links.makeAction}</button>
				</div>
			</form>
		</>,
	);
}
