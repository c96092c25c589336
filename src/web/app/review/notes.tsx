/** Notes that reviewers write on a case for one another (recovery.md "Notes for colleagues"). */
import { ApiError, callApi } from "../core/api.ts";
import { TextField } from "../core/fields.tsx";
import { ButtonForm, PostForm } from "../core/form.tsx";
import { Hash, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import type { ResponseBody } from "../core/response-body.ts";

export const NOTE = "note";

type Note = ResponseBody<"listCaseNotes">["data"][number];

/** @returns null for a reviewer who is a party of the case */
export async function readNotes(c: PageContext, caseId: string): Promise<readonly Note[] | null> {
	const path = `/review/recovery-cases/${caseId}/notes`;
	const response = await callApi<ResponseBody<"listCaseNotes">>(c, { method: "GET", path, as: "developer" });
	if (response.ok) return response.body.data;
	if (response.status === 403) return null;
	throw new ApiError(response);
}

type Props = {
	c: PageContext;
	caseId: string;
	notes: readonly Note[] | null;
	typed: string | undefined;
	problems: readonly Problem[];
};

export function Notes({ c, caseId, notes, typed, problems }: Props) {
	const { notes: copy } = c.get("copy").desk;
	const path = `/review/cases/${caseId}/notes`;
	return (
		<section id="notes">
			<h2>{copy.heading}</h2>
			{notes === null ? (
				<p>{copy.closed}</p>
			) : (
				<>
					<p class="quiet">{copy.lead}</p>
					{notes.length === 0 && <p>{copy.none}</p>}
					<ul class="notes">
						{notes.map((note) => (
							<Line c={c} note={note} path={path} />
						))}
					</ul>
					<PostForm action={path} submit={copy.add} kind="second">
						<TextField
							name={NOTE}
							label={copy.note}
							hint={copy.hint}
							value={typed}
							problems={problems}
							maxlength={1000}
						/>
					</PostForm>
				</>
			)}
		</section>
	);
}

function Line({ c, note, path }: { c: PageContext; note: Note; path: string }) {
	const { notes: copy } = c.get("copy").desk;
	return (
		<li>
			<p class="typed">{note.note}</p>
			<p class="quiet">
				{copy.by} {note.isOwn ? copy.you : <Hash text={note.developerId} />},{" "}
				<Time c={c} iso={note.writtenAt} />
			</p>
			{note.isOwn && <ButtonForm action={`${path}/${note.noteId}`} submit={copy.remove} about={note.note} />}
		</li>
	);
}
