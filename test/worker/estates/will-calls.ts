/** Uploads and downloads of wills, checked against the OpenAPI document like every other call. */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { type Call, type CheckedResponse, call } from "../../support/contract/openapi-client.ts";
import { type FormFile, formOf, type SignedWill, willFields } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import type { Headers } from "./support.ts";

export const PDF = pdfFile();

/** Encodes a form as a multipart body with its Content-Type. */
export async function encodedForm(form: FormData): Promise<{ rawBody: Uint8Array; type: string }> {
	const response = new Response(form);
	const rawBody = new Uint8Array(await response.arrayBuffer());
	return { rawBody, type: response.headers.get("content-type") ?? "" };
}

export async function sendForm(
	path: string,
	form: FormData,
	headers: Headers,
	by: Call = call,
): Promise<CheckedResponse> {
	const { rawBody, type } = await encodedForm(form);
	return by("POST", path, { rawBody, headers: { ...headers, "content-type": type } });
}

export const willPath = ({ address }: { address: string }) => `/estate-profiles/${address}/will`;

/** Uploads a valid will, except for the changes. */
export async function lodge(
	owner: PrivateKeyAccount,
	headers: Headers,
	changes: {
		file?: FormFile;
		signed?: Partial<SignedWill>;
		fields?: Record<string, unknown>;
		by?: Call;
	} = {},
): Promise<CheckedResponse> {
	const file = { bytes: PDF, type: "application/pdf", ...changes.file };
	const fields = await willFields(owner, { bytes: file.bytes, ...changes.signed });
	return sendForm(willPath(owner), formOf({ ...fields, ...changes.fields }, file), headers, changes.by);
}

/** The keys of all stored documents. */
export async function storedKeys(): Promise<string[]> {
	const { objects } = await env.DOCUMENTS.list();
	return objects.map(({ key }) => key);
}
