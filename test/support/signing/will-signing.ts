/** Bodies of will uploads, signed with viem and so independent of the verifying code. */
import { createHash } from "node:crypto";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { testSecrets } from "../service/secrets.ts";
import { estateMessages } from "./estate-messages.ts";

export type WillFields = { service: string; version: number; sha256: Hex; chainId?: number; signature: Hex };

/** Signed fields. `service`: by default that of the worker tests. The body has `chainId` only if it is given. */
export type SignedWill = {
	service?: string;
	bytes: Uint8Array;
	version?: number;
	mimeType?: string;
	size?: number;
	sha256?: Hex;
	chainId?: number;
	ownerAddress?: string;
};

export const sha256Of = (bytes: Uint8Array): Hex => `0x${createHash("sha256").update(bytes).digest("hex")}`;

/** Default type: PDF. */
export async function willFields(signer: PrivateKeyAccount, will: SignedWill): Promise<WillFields> {
	const { bytes, version = 1, mimeType = "application/pdf", size = bytes.length, chainId } = will;
	const { service = testSecrets.BASE_URL, sha256 = sha256Of(bytes), ownerAddress = signer.address } = will;
	const signed = { service, ownerAddress, version, sha256, mimeType, size };
	const typedData = estateMessages.will.typedData({ chainId: chainId ?? 1, ...signed });
	const signature = await signer.signTypedData(
		typedData as unknown as Parameters<PrivateKeyAccount["signTypedData"]>[0],
	);
	return { service, version, sha256, ...(chainId !== undefined && { chainId }), signature };
}

export type FormFile = { bytes: Uint8Array; type?: string; name?: string };

/** The upload as a multipart form. */
export function formOf(fields: Record<string, unknown>, file?: FormFile): FormData {
	const form = new FormData();
	// The file is last, but the order does not matter.
	for (const [name, value] of Object.entries(fields)) {
		form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
	}
	if (file) {
		const blob = new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type ?? "" });
		form.append("file", blob, file.name ?? "will.pdf");
	}
	return form;
}

/** The upload as JSON. */
export function jsonOf(fields: Record<string, unknown>, { bytes, type = "", name }: FormFile) {
	const base64 = Buffer.from(bytes).toString("base64");
	return { ...fields, file: { base64, ...(name !== undefined && { name }), mimeType: type } };
}
