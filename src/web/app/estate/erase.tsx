/** `/estate/erase`: the consequences; then the message, a tick and the signature. */
import { ApiError, type ApiFailure } from "../core/api.ts";
import { CheckField, ProblemList } from "../core/fields.tsx";
import { LinkButton, WayOn } from "../core/form.tsx";
import { Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { type Prepared, prepareMessage, type Refusal, refusalOf, sendSigned } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";
import { type Profile, readProfile, signerOf } from "./profile.ts";

export async function erasePage(c: PageContext): Promise<Response> {
	const { erase: copy } = c.get("copy").estate;
	const profile = await readProfile(c);
	if (isEmpty(profile)) return nothingPage(c);
	const { will } = profile;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead, done: { late: copy.late } },
		<>
			<h2>{copy.goes}</h2>
			<Items of={copy.goesItems} />
			<h2>{copy.stays}</h2>
			<Items of={copy.staysItems} />
			{will && (
				<p class="note caution">
					{copy.first} <a href="/estate/will">{copy.readBack}</a>
				</p>
			)}
			<p class="actions">
				<LinkButton href="/estate" text={copy.keep} />
				<LinkButton href="/estate/erase/sign" text={copy.next} kind="danger" />
			</p>
		</>,
	);
}

/** An estate begins with its owner's acceptance of the terms. */
const isEmpty = ({ agreement, will }: Profile): boolean => agreement.accepted === null && will === null;

function nothingPage(c: PageContext): Promise<Response> {
	const { erase: copy, back } = c.get("copy").estate;
	return page(
		c,
		{ title: copy.title, area: "people", status: c.req.method === "GET" ? 200 : 409 },
		<>
			<p>{copy.nothing}</p>
			<WayOn href="/estate" text={back} />
		</>,
	);
}

type Entries = { nonce: string | undefined; deadline: string | undefined };

/** The address carries the message, so that a reload shows the same one. */
export async function eraseSignPage(c: PageContext): Promise<Response> {
	const entries = { nonce: c.req.query("nonce"), deadline: c.req.query("deadline") };
	if (isEmpty(await readProfile(c))) return nothingPage(c);
	const prepared = await prepare(c, entries);
	if (!prepared.ok) return startAgain(c, prepared);
	if (entries.nonce === undefined || entries.deadline === undefined) {
		return redirect(c, `/estate/erase/sign?${new URLSearchParams(fieldsOf(prepared.body))}`);
	}
	return signErase(c, prepared.body);
}

export async function erase(c: PageContext): Promise<Response> {
	const { erase: copy } = c.get("copy").estate;
	const form = await readForm(c);
	const prepared = await prepare(c, { nonce: form.text("nonce"), deadline: form.text("deadline") });
	if (!prepared.ok) return startAgain(c, prepared);
	const signature = form.text("signature");
	const refused = { status: 400, signature };
	if (form.text("sure") !== "yes") {
		const problems = [{ field: "sure", text: copy.sureMissing }];
		return signErase(c, prepared.body, { ...refused, problems });
	}
	const sent = await sendSigned(c, prepared.body, { signature, as: "wallet" });
	if (sent.ok) return redirect(c, "/estate", "erased");
	if (sent.status === 404) return nothingPage(c);
	const refusal = refusalOf(c, sent, signature);
	if (sent.code === "NONCE_ALREADY_USED") refusal.problem = copy.repeated;
	return signErase(c, prepared.body, refusal);
}

/** The time of the message has passed, or its address was changed. @throws ApiError if the service cannot make one now */
function startAgain(c: PageContext, failure: ApiFailure): Response {
	if (failure.status === 429 || failure.status >= 500) throw new ApiError(failure);
	return redirect(c, "/estate/erase", "late");
}

function prepare(c: PageContext, { nonce, deadline }: Entries) {
	return prepareMessage(c, {
		message: "Erase",
		...signerOf(c),
		...(nonce !== undefined && { nonce }),
		...(deadline !== undefined && { deadline: Number(deadline) }),
	});
}

function fieldsOf({ typedData }: Prepared): { nonce: string; deadline: string } {
	const { nonce, deadline } = typedData.message;
	return { nonce: String(nonce), deadline: String(deadline) };
}

type Shown = Partial<Refusal> & { problems?: readonly Problem[] };

function signErase(c: PageContext, prepared: Prepared, shown: Shown = {}): Promise<Response> {
	const { erase: copy } = c.get("copy").estate;
	const { problems = [], ...refusal } = shown;
	return signingPage(c, {
		title: copy.signTitle,
		prepared,
		fields: fieldsOf(prepared),
		...refusal,
		submit: copy.title,
		back: { href: "/estate", text: copy.keep },
		before: (
			<>
				<ProblemList c={c} problems={problems} labels={{ sure: "" }} />
				<p class="note danger">{copy.lead}</p>
			</>
		),
		controls: <CheckField name="sure" label={copy.sure} problems={problems} required />,
	});
}
