/**
 * `/developers/links/new`: makes one link. Its url is shown by the page that responds to the form. A reload makes the link anew and
 * ends the former url.
 */
import { LANGUAGE_NAMES } from "../../../kernel/languages.ts";
import { RECOVERY_REASONS } from "../../../protocol/intent.ts";
import { callApi, readApi } from "../core/api.ts";
import { FieldGroup, fieldsOf, SelectField, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm, WayOn } from "../core/form.tsx";
import { type Form, readForm } from "../core/forms.ts";
import { atNumber, NetworkField, readNetwork } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { type Origin, Waiting } from "./origins.tsx";
import { attemptOf, newAttempt, secretPage } from "./parts.tsx";

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
const OPTIONAL = ["returnUrl", "reference", "locale"] as const;
const TYPED = [...PREFILLED, ...OPTIONAL, "kind", "expiresInSeconds"] as const;
const LIFETIMES = ["86400", "1800", "604800"] as const;

type Link = ResponseBody<"createHostedLink", 201>;
type Shown = Rejected & {
	typed?: Record<(typeof TYPED)[number], string> | undefined;
	locked?: readonly string[];
};

export async function newLinkPage(c: PageContext, shown: Shown = {}): Promise<Response> {
	const { typed, locked = [], status } = shown;
	const chainId = typed?.chainId ?? "";
	const problems = atNumber(shown.problems ?? [], chainId);
	const origins = await readApi<ResponseBody<"listOrigins">>(c, "developer", "/origins");
	const isAllowed = origins.data.some((origin) => origin.status === "allowed");
	const { common, developers, verify } = c.get("copy");
	const { links } = developers;
	const { labels, kinds } = links;
	const hints = {
		ownerAddress: links.ownerHint,
		returnUrl: links.returnHint,
		reference: links.referenceHint,
	};
	if (!isAllowed) return originFirstPage(c, status, origins.data);
	const field = fieldsOf({ labels, hints, typed, problems });
	const text = (name: keyof typeof labels) => <TextField {...field(name)} autocomplete="off" />;
	const reasons = RECOVERY_REASONS.map((reason) => [reason, verify.reasons[reason]] as const);
	return page(
		c,
		{
			...{ title: common.action.makeLink, area: "developers", problems, status },
			labels: { ...labels, otherChainId: common.network.number },
		},
		<PostForm action="/developers/links/new" submit={links.makeAction} fields={newAttempt()}>
			<SelectField {...field("kind")} options={Object.entries(kinds)} />
			{text("reference")}
			{text("returnUrl")}
			<details open={typed !== undefined}>
				<summary>{links.prefill}</summary>
				<p>{links.prefillHint}</p>
				{text("lostAccount")}
				{text("recoveryAccount")}
				<NetworkField c={c} label={labels.chainId} none={links.open} value={chainId} problems={problems} />
				<SelectField {...field("reasonForRecovery")} options={[["", links.open], ...reasons]} />
				{text("email")}
				{text("ownerAddress")}
				<FieldGroup name="locked" legend={labels.locked} problems={problems}>
					{LOCKABLE.map((name) => (
						<label>
							<input type="checkbox" name="locked" value={name} checked={locked.includes(name)} />
							<span>{labels[name]}</span>
						</label>
					))}
				</FieldGroup>
			</details>
			<details open={typed !== undefined}>
				<summary>{links.more}</summary>
				<SelectField
					{...field("locale")}
					options={[["", links.anyLocale], ...Object.entries(LANGUAGE_NAMES)]}
				/>
				<SelectField
					{...field("expiresInSeconds")}
					options={LIFETIMES.map((seconds) => [seconds, links.lifetimes[seconds]])}
				/>
			</details>
		</PostForm>,
	);
}

/** In the place of a form that would be refused. */
function originFirstPage(
	c: PageContext,
	status: number | undefined,
	asked: readonly Origin[],
): Promise<Response> {
	const { common, developers } = c.get("copy");
	const { links, origins } = developers;
	const isAsked = asked.some((origin) => origin.status === "requested");
	return page(
		c,
		{ title: common.action.makeLink, area: "developers", ...(status !== undefined && { status }) },
		<>
			<p class="note">{links.need}</p>
			<Waiting c={c} origins={asked} />
			<WayOn href="/developers/origins" text={isAsked ? origins.title : links.origins} />
		</>,
	);
}

export async function makeLink(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { links } = c.get("copy").developers;
	const response = await callApi<Link>(c, {
		method: "POST",
		path: "/hosted-links",
		as: "developer",
		body: bodyOf(form),
		headers: attemptOf(form),
	});
	if (!response.ok) {
		const problems = problemsOf(c, response, links.words).map(({ field, text }) => ({
			field: field.replace(/^prefill\./, "").replace(/^locked\..*/, "locked"),
			text,
		}));
		const entries = TYPED.map((name) => [name, form.text(name)] as const);
		const typed = { ...Object.fromEntries(entries), chainId: readNetwork(form.text) } as Shown["typed"];
		return newLinkPage(c, { typed, locked: form.all("locked"), problems, status: response.status });
	}
	const back = { href: "/developers/links", text: links.back };
	return secretPage(c, {
		title: links.made,
		once: links.once,
		secrets: [[links.url, response.body.url]],
		children: (
			<>
				<p>
					<a class="button second" href={response.body.url} target="_blank" rel="noopener noreferrer">
						{links.openIt}
					</a>
				</p>
				<LinkLine href="/developers/docs/hosted-links#try-a-link-yourself" text={links.tryIt} />
			</>
		),
		back,
	});
}

function bodyOf(form: Form): object {
	const filled = (names: readonly string[]) =>
		names.map((name) => [name, form.text(name)] as const).filter(([, value]) => value !== "");
	const chainId = readNetwork(form.text) ?? "";
	const prefill = {
		...Object.fromEntries(filled(PREFILLED.filter((name) => name !== "chainId"))),
		...(chainId !== "" && { chainId: Number(chainId) }),
	};
	return {
		kind: form.text("kind"),
		prefill,
		locked: form.all("locked"),
		...Object.fromEntries(filled(OPTIONAL)),
		expiresInSeconds: Number(form.text("expiresInSeconds")),
	};
}
