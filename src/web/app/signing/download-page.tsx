/** Confirms the download of a case or an estate by a new signature of the session's wallet (auth.md "Fresh proof"). */

import { ApiError, callApi, tryDownload } from "../core/api.ts";
import { LinkLine } from "../core/form.tsx";
import { Code, Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { SigningForm, WALLET_SCRIPTS } from "../core/signing.tsx";
import { walletAddress, walletOf } from "../core/wallet.ts";
import { signatureProblem } from "./message.ts";

type Downloaded = {
	of: "case" | "estate";
	/** Of the operation, below `/api/v1`. */
	apiPath: string;
	/** Of this page. */
	path: string;
	back: string;
};

/** `status`: of a failed attempt. */
type Failed = { status: number; problem: string };

/** @throws SessionNeeded, ApiError */
export async function downloadPage(
	c: PageContext,
	{ of, path, back }: Downloaded,
	failed?: Failed,
): Promise<Response> {
	const { download: copy, language } = c.get("copy").signing;
	const { address, chainId } = walletOf(c);
	const body = { address, chainId: chainId ?? 1, purpose: "download" };
	const challenge = { method: "POST", path: "/auth/wallet/challenge", as: "none", body } as const;
	const result = await callApi<ResponseBody<"issueWalletChallenge">>(c, challenge);
	if (!result.ok) throw new ApiError(result);
	const { message } = result.body;
	return page(
		c,
		{
			...{ title: copy.title[of], area: "people", lead: copy.lead, scripts: WALLET_SCRIPTS },
			status: failed?.status ?? 200,
		},
		<>
			<Items of={copy.holds[of]} />
			<p class="note caution">{copy.keep}</p>
			<p>
				<Code c={c} text={walletAddress(c)} />
			</p>
			<p class="quiet">{language}</p>
			<SigningForm
				c={c}
				action={path}
				message={{ kind: "text", text: message }}
				signer={address}
				name="download"
				submit={copy.submit}
				error={failed?.problem}
			>
				<input type="hidden" name="message" value={message} />
			</SigningForm>
			<LinkLine href={back} text={copy.back[of]} />
		</>,
	);
}

/** @throws SessionNeeded, ApiError */
export async function downloadSigned(c: PageContext, downloaded: Downloaded): Promise<Response> {
	const form = await readForm(c);
	// Forms send line ends as CRLF (HTML standard); the signed message has LF.
	const message = form.raw("message").replaceAll("\r\n", "\n");
	const body = { message, signature: form.text("signature") };
	const result = await tryDownload(c, { method: "POST", path: downloaded.apiPath, as: "wallet", body });
	if (result.ok) return result.file;
	if (result.status === 404 || result.status >= 500) throw new ApiError(result);
	const { download } = c.get("copy").signing;
	const problem = result.code === "FORBIDDEN" ? download.used : signatureProblem(c, result);
	return downloadPage(c, downloaded, { status: result.status === 429 ? 429 : 400, problem });
}
