/** Checks the parts whose failure degrades the service but does not stop it. */
import { createJsonRpc } from "../chain/json-rpc.ts";
import { log } from "../kernel/log.ts";
import { PART_TIMEOUT_MS, type PartState, stateOf } from "./part-state.ts";

export type StorageHealth = { documents: PartState; queue: PartState; mail: PartState };

/** By chain id. */
export type NodeHealth = Record<string, PartState>;

const MAIL_LATE_MS = 10 * 60 * 1000;
const MAX_BODY_BYTES = 4 * 1024;

/** @param oldestMail when the oldest mail that waits was caused, in unix milliseconds; null if none waits */
export async function checkOtherStorage(
	env: Env,
	oldestMail: () => Promise<number | null>,
): Promise<StorageHealth> {
	const [documents, queue, mail] = await Promise.all([
		stateOf("documents", () => env.DOCUMENTS.head("health"), "warn"),
		stateOf("queue", () => env.CASE_EVENTS.metrics(), "warn"),
		stateOf("mail", async () => rejectLateMail(await oldestMail()), "warn"),
	]);
	return { documents, queue, mail };
}

/** @throws Error if mail waits for so long that its sender must have failed several times */
function rejectLateMail(oldest: number | null): void {
	if (oldest !== null && Date.now() - oldest > MAIL_LATE_MS) throw new Error("mail waits for ten minutes");
}

/** Asks each node for its chain, so that a node of another chain fails too. Logs no URL and no text of the node. */
export async function checkNodes(
	rpcUrls: ReadonlyMap<number, string>,
	timeoutMs = PART_TIMEOUT_MS,
): Promise<NodeHealth> {
	const nodes = [...rpcUrls].map(async ([chainId, url]): Promise<[string, PartState]> => {
		const reason = await problemOf(url, chainId, timeoutMs);
		if (reason === undefined) return [String(chainId), "ok"];
		log.warn("health", { part: "rpc", chainId, reason });
		return [String(chainId), "failing"];
	});
	return Object.fromEntries(await Promise.all(nodes));
}

async function problemOf(url: string, chainId: number, timeoutMs: number): Promise<string | undefined> {
	const node = createJsonRpc({ url, timeoutMs, maxBodyBytes: MAX_BODY_BYTES });
	const response = await node.call("eth_chainId", []);
	if (!response.ok) {
		return response.kind === "unreachable"
			? response.reason
			: `the node responded with error ${response.code}`;
	}
	return Number(response.result) === chainId ? undefined : "the node serves another chain";
}
