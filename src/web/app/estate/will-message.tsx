/**
 * The message of a will, and the form that lodges it. Its body is streamed to the API, so it has the API's fields. The
 * page never reads the body, so the form's address carries the values that the page shows again after an error.
 */
import { ApiError, type ApiFailure, callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import { type Prepared, prepareMessage, signatureProblem } from "../signing/message.ts";
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
	if (prepared.ok) return showMessage(c, prepared.body, { signed });
	const { problems, wrongHash } = c.get("copy").estate.will;
	const words = { size: problems.size, sha256: wrongHash };
	return willPage(c, { entries, problems: problemsOf(c, prepared, words) });
}

export async function lodgeWill(c: PageContext): Promise<Response> {
	const lodged = await callApi(c, {
		method: "POST",
		path: estatePath(c, "/will"),
		as: "wallet",
		upload: { contentType: c.req.header("Content-Type") ?? "", body: c.req.raw.body },
	});
	if (lodged.ok) return redirect(c, "/estate/will?note=lodged");
	if (lodged.status >= 500) throw new ApiError(lodged);
	const query = Object.fromEntries(NAMES.map((name) => [name, c.req.query(name) ?? ""])) as Signed;
	const signed = { ...query, version: nextVersion(lodged) ?? query.version };
	const prepared = await prepare(c, signed);
	if (!prepared.ok) throw new ApiError(lodged);
	return showMessage(c, prepared.body, { signed, problem: problemOf(c, lodged), status: lodged.status });
}

/** The conflict names the next version, which no other answer has after an erasure. */
function nextVersion({ code, details }: ApiFailure): string | undefined {
	const message = details.find(({ field }) => field === "version")?.message ?? "";
	return code === "WILL_VERSION_CONFLICT" ? /\d+/.exec(message)?.[0] : undefined;
}

function problemOf(c: PageContext, failure: ApiFailure): string {
	const { problems, fileGone } = c.get("copy").estate.will;
	const words: Record<string, string> = problems;
	const field = failure.details.find((detail) => words[detail.field] !== undefined)?.field;
	if (failure.code === "WILL_VERSION_CONFLICT") return problems.WILL_VERSION_CONFLICT;
	return `${words[failure.code] ?? words[field ?? ""] ?? signatureProblem(c, failure)} ${fileGone}`;
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

function showMessage(
	c: PageContext,
	prepared: Prepared,
	{ signed, problem, status }: { signed: Signed; problem?: string; status?: number },
): Promise<Response> {
	const { will: copy } = c.get("copy").estate;
	const { body } = prepared.request;
	const fields = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
	return signingPage(c, {
		title: copy.signTitle,
		prepared,
		fields,
		problem,
		status,
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
			<div class="field" data-same-file>
				<label for="file">{copy.again}</label>
				<p class="hint" id="file-hint">
					{copy.againHint}
				</p>
				<input id="file" name="file" type="file" required aria-describedby="file-hint" />
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
