/** `/estate/codes`: privacy codes, each shown once by the page that responds to the form which made it. */
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { ApiError, callApi } from "../core/api.ts";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { Facts } from "../core/facts.tsx";
import { fieldsOf, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm, PrintButton, WayOn } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { type Prepared, prepareMessage, type Refusal, refusalOf, sendSigned } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";
import { isLive } from "./overview.tsx";
import { estatePath, type Profile, readProfile, signerOf } from "./profile.ts";

type PrivacyCode = Profile["privacyCodes"][number];

/** `until`: a day, as an input of the type `date` has it. */
type Entries = { label: string; until: string; nonce?: string };

const DAY_SECONDS = 24 * 3600;
const SECOND_MS = 1000;

export function codesPage(c: PageContext): Promise<Response> {
	return listPage(c, { label: "", until: "" });
}

/** Without a signature it shows the message, with one it makes the code. */
export async function createCode(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const entries: Entries = { label: form.text("label"), until: form.text("until") };
	if (form.has("nonce")) entries.nonce = form.text("nonce");
	const prepared = await prepareMessage(c, {
		message: "PrivacyCode",
		...signerOf(c),
		label: entries.label,
		...(entries.until !== "" && { expiresAt: endOfDay(entries.until) }),
		...(entries.nonce !== undefined && { nonce: entries.nonce }),
	});
	if (!prepared.ok) {
		const problems = problemsOf(c, prepared, c.get("copy").estate.codes.problems);
		return listPage(c, entries, problems.map(asField));
	}
	if (!form.has("signature")) return signCode(c, prepared.body, { entries });
	const signature = form.text("signature");
	const sent = await sendSigned<CreatedCode>(c, prepared.body, { signature, as: "wallet" });
	if (sent.ok) return createdPage(c, sent.body);
	if (sent.code === "NONCE_ALREADY_USED") return madeAlreadyPage(c);
	const words: Record<string, string> = c.get("copy").estate.codes.problems;
	const refusal = refusalOf(c, sent, signature);
	refusal.problem = words[sent.code] ?? refusal.problem;
	return signCode(c, prepared.body, { entries, refusal });
}

/** NaN for what is no day, which the API rejects. */
function endOfDay(day: string): number {
	return Date.parse(`${day}T00:00:00Z`) / SECOND_MS + DAY_SECONDS - 1;
}

/** The form names a day where the API has a time. */
function asField(problem: Problem): Problem {
	return problem.field === "expiresAt" ? { ...problem, field: "until" } : problem;
}

function signCode(
	c: PageContext,
	prepared: Prepared,
	{ entries, refusal }: { entries: Entries; refusal?: Refusal },
): Promise<Response> {
	const { codes: copy } = c.get("copy").estate;
	const { label, until } = entries;
	return signingPage(c, {
		title: copy.signTitle,
		prepared,
		fields: { label, until, nonce: String(prepared.typedData.message.nonce) },
		...refusal,
		submit: copy.submit,
		back: { href: "/estate/codes", text: copy.change },
		before: <p class="lead">{copy.lead}</p>,
	});
}

async function listPage(c: PageContext, entries: Entries, problems: Problem[] = []): Promise<Response> {
	const { codes: copy, tasks, back } = c.get("copy").estate;
	const profile = await readProfile(c);
	const { accepted, current } = profile.agreement;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead, problems, labels: labelsOf(c) },
		<>
			<p class="quiet">{copy.more}</p>
			<h2>{copy.list}</h2>
			{profile.privacyCodes.length === 0 ? (
				<p>{copy.none}</p>
			) : (
				<CodeTable c={c} codes={profile.privacyCodes} />
			)}
			<h2>{copy.new}</h2>
			{accepted?.version === current.version ? (
				<NewCode c={c} entries={entries} problems={problems} />
			) : (
				<p class="note caution">
					{copy.needTerms} <a href="/estate/terms">{tasks.terms.action}</a>
				</p>
			)}
			<LinkLine href="/estate" text={back} />
		</>,
	);
}

function labelsOf(c: PageContext) {
	const { newLabel: label, newUntil: until } = c.get("copy").estate.codes;
	return { label, until };
}

function NewCode({ c, entries, problems }: { c: PageContext; entries: Entries; problems: Problem[] }) {
	const { codes: copy } = c.get("copy").estate;
	const hints = { label: copy.newLabelHint, until: copy.newUntilHint };
	const { label, until } = entries;
	const field = fieldsOf({ labels: labelsOf(c), hints, typed: { label, until }, problems });
	return (
		<PostForm action="/estate/codes" submit={c.get("copy").common.action.goToSign}>
			<TextField {...field("label")} maxlength={100} required />
			<TextField {...field("until")} type="date" />
		</PostForm>
	);
}

function CodeTable({ c, codes }: { c: PageContext; codes: readonly PrivacyCode[] }) {
	const { labels, common } = c.get("copy");
	const { codes: copy } = c.get("copy").estate;
	return (
		<Table
			caption={copy.list}
			rows={codes}
			columns={[
				[copy.label, ({ label }) => <span class="typed">{label}</span>],
				[copy.hint, ({ hint }) => <code class="hash">{hint}</code>],
				[labels.valid, ({ expiresAt }) => <Until c={c} iso={expiresAt} />],
				[copy.lookedUp, ({ resolves }) => copy.times(resolves)],
				[
					labels.state,
					(code) => {
						const state = stateOf(code);
						return (
							<span class={state === "live" ? "status done" : "status stopped"}>{copy.states[state]}</span>
						);
					},
				],
			]}
			action={[common.action.revoke, (code) => stateOf(code) !== "revoked" && <Revoke c={c} code={code} />]}
		/>
	);
}

/** @param iso null for a code without an end */
function Until({ c, iso }: { c: PageContext; iso: string | null }) {
	const { common, labels } = c.get("copy");
	if (iso === null) return <>{labels.noEnd}</>;
	return (
		<>
			{common.times.until} <Time c={c} iso={iso} only="day" />
		</>
	);
}

function stateOf(code: PrivacyCode): "live" | "expired" | "revoked" {
	if (isLive(code)) return "live";
	return code.revokedAt === null ? "expired" : "revoked";
}

function Revoke({ c, code: { codeId, label } }: { c: PageContext; code: PrivacyCode }) {
	const { revoke } = c.get("copy").common.action;
	return (
		<form novalidate method="post" action="/estate/codes/revoke">
			<input type="hidden" name="codeId" value={codeId} />
			<input type="hidden" name="label" value={label} />
			<button type="submit" class="second" aria-label={`${revoke} ${label}`}>
				{revoke}
			</button>
		</form>
	);
}

export async function revokeCode(c: PageContext): Promise<Response> {
	const { codes: copy } = c.get("copy").estate;
	const form = await readForm(c);
	const [codeId, label] = [form.text("codeId"), form.text("label")];
	if (!isConfirmed(form)) {
		return secondLook(c, {
			area: "people",
			title: copy.revokeTitle,
			effect: copy.revokeEffect,
			about: [[copy.label, label]],
			action: copy.revokeAction,
			fields: { codeId, label },
			back: "/estate/codes",
		});
	}
	const path = estatePath(c, `/privacy-codes/${encodeURIComponent(codeId)}`);
	const revoked = await callApi(c, { method: "DELETE", path, as: "wallet" });
	if (!revoked.ok) throw new ApiError(revoked);
	return redirect(c, "/estate/codes");
}

/** The service knows no names, so the owner writes hers. */
const BLANK = "_".repeat(24);

type CreatedCode = { code: string; label: string; expiresAt: string | null };

/** A new code, made to be printed. It is in this response and in no other, so the way on asks whether it is kept. */
function createdPage(c: PageContext, { code, label, expiresAt }: CreatedCode): Promise<Response> {
	const { common, labels, estate } = c.get("copy");
	const { codes: copy } = estate;
	const { appOrigin } = c.env.settings;
	return page(
		c,
		{ title: copy.createdTitle, area: "people", scripts: ["print"] },
		<>
			<p class="note caution unprinted" role="alert">
				{copy.once}
			</p>
			<section class="card" aria-labelledby="paper">
				<h2 id="paper">{copy.card}</h2>
				<p class="large">
					<Code c={c} text={code} />
				</p>
				{copy.cardText(new URL(appOrigin).host).map((text) => (
					<p>{text}</p>
				))}
				<Facts
					of={[
						[copy.name, BLANK],
						[copy.made, <Time c={c} iso={isoTime(Date.now())} only="date" />],
						[copy.label, label],
						[labels.valid, <Until c={c} iso={expiresAt} />],
						[copy.where, `${appOrigin}/resolve`],
					]}
				/>
			</section>
			<PrintButton c={c} />
			<div class="kept unprinted">
				<label>
					<input type="checkbox" autocomplete="off" />
					<span>{copy.kept}</span>
				</label>
				<WayOn href="/estate" text={common.action.continue} />
			</div>
		</>,
	);
}

/** After a reload, which sends the form again. */
function madeAlreadyPage(c: PageContext): Promise<Response> {
	const { codes: copy } = c.get("copy").estate;
	return page(
		c,
		{ title: copy.doneTitle, area: "people", status: 409 },
		<>
			<p>{copy.done}</p>
			<WayOn href="/estate/codes" text={copy.toList} />
		</>,
	);
}
