/** The form that sends a document of a case, with what it was not accepted for. */
import type { Child } from "hono/jsx";
import { FileField } from "../core/fields.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

/** `children`: the field of its title, in front of the file. */
type Props = { c: PageContext; action: string; problems: readonly Problem[] | undefined; children: Child };

export function DocumentForm({ c, action, problems, children }: Props) {
	const { cases, common } = c.get("copy");
	const { documents } = cases;
	return (
		<>
			{problems && (
				<p class="note danger" role="alert" tabindex={-1} autofocus data-upload-problem>
					{[documents.problem, ...problems.map(({ text }) => text)].join(" ")}
				</p>
			)}
			<form
				novalidate
				method="post"
				action={action}
				enctype="multipart/form-data"
				data-upload={common.problem.unavailable.text}
			>
				{children}
				<FileField name="file" label={documents.file} problems={problems} accept="application/pdf" required />
				<label data-progress hidden>
					{documents.progress} <progress max="100" value="0" />
				</label>
				<p class="actions">
					<button type="submit" class="second">
						{documents.add}
					</button>
				</p>
			</form>
		</>
	);
}
