/**
 * The message of a will, and the form that lodges it. Its body is streamed to the API, so it has the API's fields. The
 * form's address carries the values from which the page makes the message again after an error.
 */
import { ApiError, type ApiFailure, callApi } from "../core/api.ts";
import { FileField } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { passingForm } from "../core/passing-fields.ts";
import { problemsOf } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import { type Prepared, prepareMessage, type Refusal, signatureProblem } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";
import { estatePath, readProfile, signerOf } from "./profile.ts";
import { type WillEntries, willPage } from "./will.tsx";

type Signed = WillEntries & { version: string };

const NAMES = ["version", "sha256", "size", "mimeType"] as const;

export async function willMessagePage(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const entries = {
		sha256: form.text("sha256").toLowerCase(),
		size: form.text("size"),
		mimeType: form.text("mimeType"),
	};
	const { will } = await readProfile(c);
	const signed = { ...entries, version: String((will?.version ?? 0) + 1) };
	const prepared = await prepare(c, signed);
	if (prepared.ok) return signWill(c, prepared.body, { signed });
	const { problems, wrongHash } = c.get("copy").estate.will;
	const words = { size: problems.size, sha256: wrongHash };
	return willPage(c, { entries, problems: problemsOf(c, prepared, words) });
}

export async function lodgeWill(c: PageContext): Promise<Response> {
	const form = passingForm(c);
	const lodged = await callApi(c, {
		method: "POST",
		path: estatePath(c, "/will"),
		as: "wallet",
		upload: form.upload,
	});
	if (lodged.ok) return redirect(c, "/estate/will", "lodged");
	const query = Object.fromEntries(NAMES.map((name) => [name, c.req.query(name) ?? ""])) as Signed;
	const signed = { ...query, version: nextVersion(lodged) ?? query.version };
	const prepared = await prepare(c, signed);
	if (!prepared.ok) throw new ApiError(lodged);
	const signature = isSignatureGood(lodged) ? form.text("signature") : "";
	const problem = problemOf(c, lodged, signature !== "");
	return signWill(c, prepared.body, { signed, signature, problem, status: lodged.status });
}

/** The conflict names the next version, which no other response has after an erasure. */
function nextVersion({ code, details }: ApiFailure): string | undefined {
	const message = details.find(({ field }) => field === "version")?.message ?? "";
	return code === "WILL_VERSION_CONFLICT" ? /\d+/.exec(message)?.[0] : undefined;
}

/** The API names every problem of the form. A conflict has a new message, which nobody has signed. */
function isSignatureGood({ code, details }: ApiFailure): boolean {
	const isOther = code === "INVALID_SIGNER" || code === "WILL_VERSION_CONFLICT";
	return !isOther && !details.some(({ field }) => field === "signature");
}

function problemOf(c: PageContext, failure: ApiFailure, isKept: boolean): string {
	const { problems, notStored, fileGone, fileAlone } = c.get("copy").estate.will;
	const words: Record<string, string> = problems;
	const field = failure.details.find((detail) => Object.hasOwn(words, detail.field))?.field;
	if (failure.code === "WILL_VERSION_CONFLICT") return problems.WILL_VERSION_CONFLICT;
	const rest = isKept || !isSignatureGood(failure) ? fileAlone : fileGone;
	const reason = words[failure.code] ?? words[field ?? ""] ?? signatureProblem(c, failure);
	// After a 5xx the document may be stored. Sending it again is safe, because its version is taken then.
	return failure.status >= 500 ? `${reason} ${rest}` : `${reason} ${notStored} ${rest}`;
}

function prepare(c: PageContext, { version, sha256, size, mimeType }: Signed) {
	return prepareMessage(c, {
		message: "Will",
		...signerOf(c),
		...{ sha256, mimeType, version: Number(version) },
		// Number() reads an empty text as zero.
		size: size === "" ? undefined : Number(size),
	});
}

function signWill(
	c: PageContext,
	prepared: Prepared,
	{ signed, ...refusal }: { signed: Signed } & Partial<Refusal>,
): Promise<Response> {
	const { will: copy } = c.get("copy").estate;
	const { body } = prepared.request;
	const fields = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
	return signingPage(c, {
		title: copy.signTitle,
		prepared,
		fields,
		...refusal,
		submit: copy.submit,
		action: `/estate/will/lodge?${new URLSearchParams(signed)}`,
		hasFile: true,
		scripts: ["will"],
		back: { href: "/estate/will", text: copy.change },
		controls: <SameFile c={c} sha256={signed.sha256} />,
	});
}

function SameFile({ c, sha256 }: { c: PageContext; sha256: string }) {
	const { will: copy } = c.get("copy").estate;
	return (
		<>
			<div data-same-file>
				<FileField name="file" label={copy.again} hint={copy.againHint} required />
			</div>
			<div
				class="field"
				role="status"
				data-upload={sha256}
				data-kept={copy.kept}
				data-sending={copy.sending}
				data-failed={copy.sendFailed}
				data-differs={copy.differs}
			/>
		</>
	);
}
