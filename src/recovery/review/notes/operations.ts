import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { lineOfText, timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import type { CaseNote } from "./case-notes.d1.ts";
import { MAX_NOTES } from "./note-service.ts";

const MAX_NOTE_LENGTH = 1_000;

const noteId = lazy(() => z.string().regex(/^note_[0-9a-f]{32}$/, "must be `note_` and 32 hex digits"));
const note = lazy(() =>
	lineOfText(MAX_NOTE_LENGTH).meta({
		description: doc("One line, for other reviewers."),
		example: doc("The clerk calls back on Monday."),
	}),
);

const newCaseNote = lazyObject("NewCaseNote", () => ({ note: note() }));

const noteParams = lazyObject(() => ({
	...caseIdParam().shape,
	noteId: noteId().meta({ example: doc(`note_${"5a".repeat(16)}`) }),
}));

const noteResponse = lazyObject("CaseNote", () => ({
	noteId: noteId(),
	developerId: z.string().describe(doc("The reviewer who wrote it.")),
	isOwn: z.boolean().describe(doc("Whether it is your own, which you can remove.")),
	note: note(),
	writtenAt: timestampSchema(),
}));

const presentNote = ({ noteId, developerId, note, writtenAt }: CaseNote, reviewerId: string) => ({
	...{ noteId, developerId, isOwn: developerId === reviewerId, note },
	writtenAt: isoTime(writtenAt),
});

/** recovery.md "Notes for colleagues". */
export const listCaseNotes = defineOperation({
	operationId: "listCaseNotes",
	method: "GET",
	path: "/review/recovery-cases/{caseId}/notes",
	tag: "Review",
	summary: doc("List reviewers' notes on a case"),
	description: doc(
		"Only reviewers read them: they are in no record, event, evidence or archive. A reviewer whose own account filed the case, or one that competes with it, does not.",
	),
	policy: "reviewer",
	readOnly: true,
	params: caseIdParam,
	responses: {
		200: {
			description: doc("All notes, oldest first."),
			schema: lazyObject("CaseNoteList", () => ({ data: z.array(noteResponse()).max(MAX_NOTES) })),
		},
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, principal, services }) => {
		const { developerId: reviewerId } = principal;
		const notes = await services.caseReview.notes.list({ caseId, reviewerId });
		return { status: 200, body: { data: notes.map((one) => presentNote(one, reviewerId)) } };
	},
});

export const addCaseNote = defineOperation({
	operationId: "addCaseNote",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/notes",
	tag: "Review",
	summary: doc("Write a note on a case for other reviewers"),
	description: doc(
		`A case takes ${MAX_NOTES} notes. They are removed 90 days after it is closed. What the claimant is to read goes into a decision's \`reason\`.`,
	),
	policy: "reviewer",
	params: caseIdParam,
	body: newCaseNote,
	idempotencyKey: "by_id",
	responses: { 201: { description: doc("The note is stored."), schema: noteResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR"],
	handler: async ({ params: { caseId }, body, principal, services, creation, now, audit }) => {
		const { developerId: reviewerId } = principal;
		const request = { caseId, reviewerId, ...body, creationId: creation.id, now };
		const added = await services.caseReview.notes.add(request);
		await audit({ action: "recovery_case.note_added", target: caseId });
		return { status: 201, body: presentNote(added, reviewerId) };
	},
});

export const removeCaseNote = defineOperation({
	operationId: "removeCaseNote",
	method: "DELETE",
	path: "/review/recovery-cases/{caseId}/notes/{noteId}",
	tag: "Review",
	summary: doc("Remove a note of your own"),
	description: doc("Only the reviewer who wrote a note removes it."),
	policy: "reviewer",
	params: noteParams,
	responses: {
		200: {
			description: doc("The note is removed."),
			schema: lazyObject("RemovedCaseNote", () => ({ noteId: noteId(), removedAt: timestampSchema() })),
		},
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now, audit }) => {
		await services.caseReview.notes.remove({ ...params, reviewerId: principal.developerId });
		await audit({ action: "recovery_case.note_removed", target: params.caseId });
		return { status: 200, body: { noteId: params.noteId, removedAt: isoTime(now) } };
	},
});
