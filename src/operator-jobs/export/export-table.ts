/** The table at the end of an export: every part, and the totals, signed by an evidence key. */
import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";

export const EXPORT_FORMAT = "replevin-export/1";

/** `sha256`: of the sealed part. `bytes`: of its content. */
export type ListedPart = { key: string; name: string; rows: number; bytes: number; sha256: string };

export type ExportTable = {
	format: typeof EXPORT_FORMAT;
	issuer: string;
	jobId: string;
	finishedAt: string;
	totals: { parts: number; rows: number; objects: number; documents: number; bytes: number };
	/** Rows of D1, by the table. */
	tables: Record<string, number>;
	parts: ListedPart[];
};

export function exportTable(content: {
	issuer: string;
	jobId: string;
	finishedAt: number;
	parts: ListedPart[];
}): ExportTable {
	const { parts } = content;
	const ofKind = (kind: string) => parts.filter(({ name }) => name.startsWith(`${kind}:`));
	const sum = (of: readonly ListedPart[], member: "rows" | "bytes") =>
		of.reduce((total, part) => total + part[member], 0);
	const byTable = Map.groupBy(ofKind("rows"), ({ name }) => name.split(":")[1] ?? "");
	return {
		format: EXPORT_FORMAT,
		issuer: content.issuer,
		jobId: content.jobId,
		finishedAt: isoTime(content.finishedAt),
		totals: {
			parts: parts.length,
			rows: sum(ofKind("rows"), "rows"),
			objects: ["case", "account", "endpoint"].flatMap(ofKind).length,
			documents: ofKind("document").length,
			bytes: sum(parts, "bytes"),
		},
		tables: Object.fromEntries([...byTable].map(([table, of]) => [table, sum(of, "rows")])),
		parts,
	};
}

/** What `signature` of the table signs. */
export const digestOfTable = (table: ExportTable) => webSha256Hex(canonicalJson(table));
