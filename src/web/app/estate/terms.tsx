/** `/estate/terms`: the very text that is signed, in full, and the Agreement that accepts it. */
import { TermsText } from "../about/terms.tsx";
import { ApiError } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, Items, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { linkHeader } from "../links/link-calls.ts";
import { linkRefusal } from "../links/link-refusal.tsx";
import { keepLink, throughLink } from "../links/started-link.ts";
import { type Prepared, prepareMessage, type Refusal, refusalOf, sendSigned } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";
import { hasOtherOwner, LinkOwner, otherOwnerPage, PartnerSees } from "./linked-terms.tsx";
import { type Profile, readProfile, signerOf, timeToObject } from "./profile.ts";

export const termsPage = (c: PageContext): Promise<Response> =>
	throughLink(c, "estate", () => (hasOtherOwner(c) ? otherOwnerPage(c) : showTerms(c)));

export const acceptTerms = (c: PageContext): Promise<Response> =>
	throughLink(c, "estate", () => (hasOtherOwner(c) ? otherOwnerPage(c) : accept(c)));

/** Through a link they are signed again, because the link's partner may have no signature of this owner. */
async function showTerms(c: PageContext): Promise<Response> {
	const { estate: copy } = c.get("copy");
	const profile = await readProfile(c);
	const { accepted, current } = profile.agreement;
	const isSigned = accepted?.version === current.version && c.get("link") === undefined;
	if (!isSigned) return messagePage(c, profile, { nonce: c.req.query("nonce") });
	const text = await readTerms(c, current);
	return page(
		c,
		{ title: copy.terms.title, area: "people" },
		<>
			<p class="note done">
				{copy.terms.accepted} <Time c={c} iso={accepted.acceptedAt} />.
			</p>
			<Terms c={c} profile={profile} text={text} />
			<LinkLine href="/estate" text={copy.back} />
		</>,
	);
}

async function accept(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const nonce = form.text("nonce");
	const prepared = await prepare(c, nonce);
	const signature = form.text("signature");
	const sent = await sendSigned(c, prepared, { signature, as: "wallet", headers: linkHeader(c) });
	if (sent.ok) return redirect(c, c.get("link") ? keepLink(c, "/estate/accepted") : "/estate");
	const byLink = await linkRefusal(c, sent);
	if (byLink instanceof Response) return byLink;
	const refusal = refusalOf(c, sent, signature);
	// The link is the cause, and not the signature.
	const linked = byLink === undefined ? refusal : { ...refusal, problem: byLink, signature };
	return messagePage(c, await readProfile(c), { nonce, refusal: linked });
}

/** The address carries the message, so that a reload shows the same one. */
async function messagePage(
	c: PageContext,
	profile: Profile,
	{ nonce, refusal }: { nonce: string | undefined; refusal?: Refusal },
): Promise<Response> {
	const { estate: copy } = c.get("copy");
	const prepared = await prepare(c, nonce);
	const { message } = prepared.typedData;
	if (nonce === undefined) {
		return redirect(c, keepLink(c, `/estate/terms?${new URLSearchParams({ nonce: String(message.nonce) })}`));
	}
	const signed = { version: String(message.version), documentHash: String(message.documentHash) };
	const text = await readTerms(c, { ...profile.agreement.current, ...signed });
	return signingPage(c, {
		title: copy.terms.title,
		prepared,
		fields: { nonce },
		...refusal,
		submit: copy.terms.submit,
		back: { href: "/estate", text: copy.back },
		before: (
			<>
				<LinkOwner c={c} />
				<LinkLine href="#signing" text={copy.terms.toSigning} />
				<Terms c={c} profile={profile} text={text} />
				<PartnerSees c={c} />
			</>
		),
	});
}

async function prepare(c: PageContext, nonce: string | undefined): Promise<Prepared> {
	const prepared = await prepareMessage(c, {
		message: "Agreement",
		...signerOf(c),
		...(nonce !== undefined && { nonce }),
	});
	if (!prepared.ok) throw new ApiError(prepared);
	return prepared.body;
}

/**
 * @param terms with the hash that is signed
 * @throws Error if the text has another hash
 */
async function readTerms(
	c: PageContext,
	{ url, documentHash }: Profile["agreement"]["current"],
): Promise<string> {
	const response = await c.env.callApi(new Request(url));
	const bytes = new Uint8Array(await response.arrayBuffer());
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	const hash = `0x${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
	if (!response.ok || hash !== documentHash) throw new Error("the terms are not the ones that are signed");
	return new TextDecoder().decode(bytes);
}

/** In plain lines first, because few people read a whole contract on a phone. */
function Terms({ c, profile, text }: { c: PageContext; profile: Profile; text: string }) {
	const { labels } = c.get("copy");
	const { terms: copy } = c.get("copy").estate;
	const { current } = profile.agreement;
	return (
		<>
			<h2>{copy.brief.heading}</h2>
			<Items of={copy.brief.items(timeToObject(c), c.env.settings.mailFrom !== null)} />
			<Operator c={c} {...profile.agreement.operator} />
			<p>{copy.intro}</p>
			<p class="quiet">{copy.language}</p>
			<TermsText text={text} isPart />
			<Facts
				of={[
					[labels.version, current.version],
					[labels.fileFingerprint, <Code c={c} text={current.documentHash} />],
				]}
			/>
			<p>
				<a href={new URL(current.url).pathname} download>
					{copy.file}
				</a>
			</p>
		</>
	);
}

/** With whom the owner agrees, or whom she can ask for that. */
function Operator({ c, name, contact }: { c: PageContext; name: string | null; contact: string | null }) {
	const { terms: copy } = c.get("copy").estate;
	if (name !== null) return <p>{copy.operator(contact === null ? name : `${name} (${contact})`)}</p>;
	if (contact !== null) return <p class="note caution">{copy.nameless(contact)}</p>;
	return <p class="note danger">{copy.unknown}</p>;
}
