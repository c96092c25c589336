/** `/estate/erase`: the consequences; then the message, a tick and the signature. */
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { type Prepared, prepareMessage, type Refusal, refusalOf, sendSigned } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";
import { readProfile, signerOf } from "./profile.ts";

export async function erasePage(c: PageContext): Promise<Response> {
	const { erase: copy } = c.get("copy").estate;
	const { will } = await readProfile(c);
	return page(
		c,
		{ title: copy.title, area: "people" },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			<h2>{copy.goes}</h2>
			<ul>
				{copy.goesItems.map((item) => (
					<li>{item}</li>
				))}
			</ul>
			<h2>{copy.stays}</h2>
			<ul>
				{copy.staysItems.map((item) => (
					<li>{item}</li>
				))}
			</ul>
			{will && (
				<p class="note caution">
					{copy.first} <a href="/estate/will">{copy.readBack}</a>
				</p>
			)}
			<p class="actions">
				<a class="button" href="/estate">
					{copy.keep}
				</a>
				<a class="button danger" href="/estate/erase/sign">
					{copy.next}
				</a>
			</p>
		</>,
	);
}

type Entries = { nonce: string | undefined; deadline: string | undefined };

/** The address carries the message, so that a reload shows the same one. */
export async function eraseSignPage(c: PageContext): Promise<Response> {
	const entries = { nonce: c.req.query("nonce"), deadline: c.req.query("deadline") };
	const prepared = await prepare(c, entries);
	// The time has passed, or the address was changed.
	if (!prepared.ok) return redirect(c, "/estate/erase");
	if (entries.nonce === undefined || entries.deadline === undefined) {
		return redirect(c, `/estate/erase/sign?${new URLSearchParams(fieldsOf(prepared.body))}`);
	}
	return showMessage(c, prepared.body);
}

export async function erase(c: PageContext): Promise<Response> {
	const { erase: copy } = c.get("copy").estate;
	const form = await readForm(c);
	const prepared = await prepare(c, { nonce: form.text("nonce"), deadline: form.text("deadline") });
	if (!prepared.ok) return redirect(c, "/estate/erase");
	const signature = form.text("signature");
	const again = (problem: string) => showMessage(c, prepared.body, { status: 400, problem, signature });
	if (form.text("sure") !== "yes") return again(copy.sureMissing);
	const sent = await sendSigned(c, prepared.body, { signature, as: "wallet" });
	if (sent.ok) return redirect(c, "/estate?note=erased");
	if (sent.status === 404) return again(copy.nothing);
	const refusal = refusalOf(c, sent, signature);
	if (sent.code === "NONCE_ALREADY_USED") refusal.problem = copy.repeated;
	return showMessage(c, prepared.body, refusal);
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

function showMessage(c: PageContext, prepared: Prepared, refusal?: Refusal): Promise<Response> {
	const { erase: copy } = c.get("copy").estate;
	return signingPage(c, {
		title: copy.signTitle,
		prepared,
		fields: fieldsOf(prepared),
		...refusal,
		submit: copy.submit,
		back: { href: "/estate", text: copy.keep },
		before: <p class="note danger">{copy.lead}</p>,
		controls: (
			<label>
				<input type="checkbox" name="sure" value="yes" required />
				{copy.sure}
			</label>
		),
	});
}
