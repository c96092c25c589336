/**
 * A batch for Safe's app "Transaction Builder" (safe-global/safe-react-apps, apps/tx-builder): the file that its owners drop
 * into it. The app warns of a file whose checksum does not match.
 */
import { bytesToHex } from "../../../kernel/encoding/hex.ts";
import { keccak256 } from "../../../protocol/noble/keccak256.ts";
import type { ModuleCall } from "../../../protocol/recovery-module/module-calls.ts";

type BatchFile = {
	version: string;
	chainId: string;
	createdAt: number;
	meta: Record<string, string> & { name: string };
	transactions: object[];
};

/** @param now unix milliseconds */
export function builderFile(
	calls: readonly ModuleCall[],
	of: { safe: string; chainId: number; name: string; now: number },
): string {
	const file: BatchFile = {
		version: "1.0",
		chainId: String(of.chainId),
		createdAt: of.now,
		meta: {
			...{ name: of.name, description: "", txBuilderVersion: "1.18.0" },
			...{ createdFromSafeAddress: of.safe, createdFromOwnerAddress: "" },
		},
		transactions: calls.map(({ to, data }) => ({ to, value: "0", data })),
	};
	return JSON.stringify({ ...file, meta: { ...file.meta, checksum: checksumOf(file) } }, null, 2);
}

/** Keccak-256 of the app's own serialization, without the name. */
export function checksumOf(file: { meta: object }): string {
	const text = serialized({ ...file, meta: { ...file.meta, name: null } });
	return bytesToHex(keccak256(new TextEncoder().encode(text)));
}

function serialized(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(serialized).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
	const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	const names = JSON.stringify(members.map(([name]) => name));
	return `{${names}${members.map(([, member]) => `${serialized(member)},`).join("")}}`;
}
