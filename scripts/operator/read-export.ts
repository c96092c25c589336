/** Opens an export: verifies its table and every part, and decrypts. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compactDecrypt, importJWK, type JWK } from "jose";
import {
	digestOfTable,
	EXPORT_FORMAT,
	type ExportTable,
	type ListedPart,
} from "../../src/operator-jobs/export/export-table.ts";
import { EXPORT_TYPE } from "../../src/protocol/evidence/head-form.ts";
import { verifyJws } from "../../src/protocol/evidence/verify-head.ts";

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** @throws Error if the table is not signed by one of the keys */
async function readTable(folder: string, keys: unknown): Promise<ExportTable> {
	const { signature, ...table } = readJson(join(folder, "table.json")) as ExportTable & { signature: string };
	const verdict = await verifyJws(signature, EXPORT_TYPE, keys);
	const digest = verdict.ok ? (verdict.content as { digest?: unknown }).digest : undefined;
	if (table.format !== EXPORT_FORMAT || digest !== (await digestOfTable(table)))
		throw new Error("table.json is not signed by one of the given evidence keys.");
	return table;
}

export type OpenedPart = { name: string; content: Uint8Array };

/**
 * @param files the private key, and the service's evidence-jwks.json
 * @returns the table, and a function that opens one of its parts
 */
export async function openExport(folder: string, files: { key: string; keys: string }) {
	const table = await readTable(folder, readJson(files.keys));
	const key = await importJWK(readJson(files.key) as JWK, "ECDH-ES");
	async function open({ key: place, sha256, name, bytes }: ListedPart): Promise<OpenedPart> {
		const sealed = readFileSync(join(folder, basename(place)));
		const found = `0x${createHash("sha256").update(sealed).digest("hex")}`;
		if (found !== sha256) throw new Error(`${basename(place)} has other bytes than the table says.`);
		const { plaintext, protectedHeader } = await compactDecrypt(sealed, key);
		const isSame = protectedHeader.part === name && plaintext.length === bytes;
		if (!isSame) throw new Error(`${basename(place)} holds another part than the table says.`);
		return { name, content: plaintext };
	}
	return { table, open };
}
