import type { DocumentJudgement } from "../../../src/document-store/judge-document.ts";

export const PDF = "application/pdf";
export const TEXT = "text/plain";
export const utf8 = (text: string) => new TextEncoder().encode(text);
export const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
export const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
export const accepted = (mimeType: string) => ({ kind: "accepted", mimeType });
export const problemOf = (judgement: DocumentJudgement) =>
	judgement.kind === "invalid_document" ? judgement.problem : judgement.kind;
