/** `/sign-in`: opens a wallet session by a signed message, in two steps that need no script. */
import type { Hono } from "hono";
import { ApiError, callApi, endPresentSession } from "../core/api.ts";
import { TextField } from "../core/fields.tsx";
import { Code, Time } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import { atNumber, NetworkField, readNetwork } from "../core/network-field.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { accountWords, type Problem, problemsOf } from "../core/problems.ts";
import { Qr } from "../core/qr.tsx";
import { page, redirect } from "../core/respond.tsx";
import { ownPath, setSession } from "../core/sessions.ts";
import { SigningForm, WALLET_SCRIPTS, WalletList } from "../core/signing.tsx";
import { signatureProblem } from "../signing/message.ts";

type Challenge = { message: string };
type Session = { accessToken: string; expiresIn: number };
type Entries = { address: string; chainId: string; next: string };

export function mountSignIn(pages: Hono<PageEnv>): void {
	pages.get("/sign-in", (c) => {
		const next = ownPath(c.req.query("next"), "/cases");
		const chainId = c.req.query("chainId") ?? "1";
		return addressPage(c, { address: "", chainId, next }, { hasEnded: c.req.query("ended") === "1" });
	});
	pages.post("/sign-in", async (c) => {
		const form = await readForm(c);
		return form.has("message") ? openSession(c, form) : challengePage(c, entriesOf(form));
	});
}

function entriesOf(form: Form): Entries {
	const next = ownPath(form.text("next"), "/cases");
	return { address: form.text("address"), chainId: readNetwork(form.text) ?? "", next };
}

type AddressPage = { hasEnded?: boolean; problems?: Problem[] };

function addressPage(c: PageContext, entries: Entries, { hasEnded, problems: found = [] }: AddressPage) {
	const { common, wallet } = c.get("copy");
	const copy = wallet.signIn;
	const problems = atNumber(found, entries.chainId);
	const isToRecover = entries.next.startsWith("/recover");
	const labels = { address: copy.address, chainId: copy.chain, otherChainId: common.network.number };
	return page(
		c,
		{
			...(isToRecover ? copy.toRecover : { title: copy.title, lead: copy.lead }),
			...{ area: "people", problems, labels, scripts: WALLET_SCRIPTS },
		},
		<>
			{hasEnded && (
				<p class="note caution" role="alert">
					{copy.ended}
				</p>
			)}
			<form novalidate method="post" action="/sign-in" data-connect>
				<input type="hidden" name="next" value={entries.next} />
				<WalletList c={c} button={c.get("copy").wallet.connectWith} />
				{/* The script folds it where it finds a wallet, but never over a problem. */}
				<details open data-elsewhere={problems.length === 0}>
					<summary>{copy.byHand}</summary>
					<TextField
						name="address"
						label={copy.address}
						hint={copy.addressHint}
						value={entries.address}
						required
						isCode
						problems={problems}
					/>
					<NetworkField
						c={c}
						label={copy.chain}
						hint={copy.chainHint}
						value={entries.chainId}
						problems={problems}
					/>
					<p class="actions">
						<button type="submit" class="second">
							{common.action.goToSign}
						</button>
					</p>
				</details>
			</form>
			<OnPhone c={c} next={entries.next} />
		</>,
	);
}

/** Not on the way through a hosted link, which only the browser that has started it can finish. */
function OnPhone({ c, next }: { c: PageContext; next: string }) {
	const { phone } = c.get("copy").wallet.signIn;
	if (/^\/l\/|[?&]link=/.test(next)) return null;
	const address = `${c.env.settings.appOrigin}/sign-in?${new URLSearchParams({ next })}`;
	return (
		<details class="phone">
			<summary>{phone.summary}</summary>
			<div class="scan">
				<p>{phone.text}</p>
				<Qr text={address} alt={phone.alt} />
			</div>
			<p>
				{phone.open}: <Code c={c} text={address} />
			</p>
		</details>
	);
}

async function challengePage(c: PageContext, entries: Entries, problem?: string): Promise<Response> {
	const { address } = entries;
	const body = { address, chainId: Number(entries.chainId) };
	const result = await callApi<Challenge>(c, {
		method: "POST",
		path: "/auth/wallet/challenge",
		as: "none",
		body,
	});
	if (!result.ok) {
		if (result.details.length === 0) throw new ApiError(result);
		return addressPage(c, entries, { problems: problemsOf(c, result, accountWords(c, "address")) });
	}
	return messagePage(c, { entries, message: result.body.message, problem });
}

type MessagePage = { entries: Entries; message: string; problem: string | undefined };

function messagePage(c: PageContext, { entries, message, problem }: MessagePage) {
	const copy = c.get("copy").wallet.signIn;
	const status = problem === undefined ? 200 : 400;
	const { language } = c.get("copy").signing;
	const expiresAt = expiryIn(message);
	return page(
		c,
		{ title: copy.signTitle, area: "people", status, scripts: WALLET_SCRIPTS, lead: copy.signLead },
		<>
			<p>
				<Code c={c} text={entries.address} />
			</p>
			{expiresAt !== undefined && (
				<p>
					{copy.expiresAt} <Time c={c} iso={expiresAt} />.
				</p>
			)}
			{language !== null && <p class="quiet">{language}</p>}
			<SigningForm
				c={c}
				action="/sign-in"
				message={{ kind: "text", text: message }}
				signer={entries.address}
				name="sign-in"
				submit={copy.send}
				error={problem}
			>
				<input type="hidden" name="message" value={message} />
				<input type="hidden" name="address" value={entries.address} />
				<input type="hidden" name="chainId" value={entries.chainId} />
				<input type="hidden" name="next" value={entries.next} />
			</SigningForm>
			<p>
				<a href={`/sign-in?${new URLSearchParams({ next: entries.next, chainId: entries.chainId })}`}>
					{c.get("copy").common.action.otherAccount}
				</a>
			</p>
		</>,
	);
}

/** The browser sends the message back, so it may be anybody's. */
function expiryIn(message: string): string | undefined {
	const [, time = ""] = /^Expiration Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/m.exec(message) ?? [];
	return Number.isNaN(Date.parse(time)) ? undefined : time;
}

async function openSession(c: PageContext, form: Form): Promise<Response> {
	const copy = c.get("copy").wallet.signIn;
	const entries = entriesOf(form);
	// Forms send line ends as CRLF (HTML standard); the signed message has LF.
	const message = form.raw("message").replaceAll("\r\n", "\n");
	const body = { message, signature: form.text("signature") };
	const result = await callApi<Session>(c, {
		method: "POST",
		path: "/auth/wallet/session",
		as: "none",
		body,
	});
	if (result.ok) {
		await endPresentSession(c, "wallet");
		setSession(c, "wallet", result.body.accessToken, result.body.expiresIn);
		return redirect(c, entries.next);
	}
	if (result.code === "INVALID_TOKEN") return challengePage(c, entries, copy.used);
	// A message can be tried once, so that nobody guesses.
	if (result.code === "INVALID_SIGNER")
		return challengePage(c, entries, `${signatureProblem(c, result)} ${copy.notSigned}`);
	if (result.details.length === 0) throw new ApiError(result);
	return messagePage(c, { entries, message, problem: copy.badSignature });
}
