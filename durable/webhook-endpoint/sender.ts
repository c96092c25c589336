/** Signs an event and makes one attempt at it. Keeps the opened secrets as long as the object lives. */
import { configOf } from "../../src/config/config.ts";
import { createSealer, type Sealer } from "../../src/kernel/sealing.ts";
import { importSigningKey, type SignedEvent, webhookHeaders } from "../../src/webhooks/delivery/signing.ts";
import { type SealedSecret, secretContext } from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { judgeTarget, type TargetJudgement } from "../../src/webhooks/endpoint/target-rules.ts";
import { createDeadlines } from "./deadlines.ts";
import { notSent, type Outcome, postEvent } from "./post-event.ts";

/** For the whole exchange, to the end of the answer's body. */
const TIMEOUT_MS = 15_000;

/** Where to, and the secrets that sign, newest first. */
export type Target = { endpointId: string; url: string; secrets: readonly SealedSecret[] };

export type Sender = ReturnType<typeof createSender>;

export function createSender(env: Env) {
	let sealer: Sealer | undefined;
	let judged: { url: string; judgement: TargetJudgement } | undefined;
	const keys = new Map<string, CryptoKey>();
	const startDeadline = createDeadlines(TIMEOUT_MS);

	async function keyOf(endpointId: string, { secretId, sealed }: SealedSecret): Promise<CryptoKey> {
		const known = keys.get(secretId);
		if (known) return known;
		sealer ??= createSealer(configOf(env).keyEncryptionKeys, "webhook-secret");
		const key = await importSigningKey(await sealer.open(sealed, secretContext(endpointId, secretId)));
		keys.set(secretId, key);
		return key;
	}

	/** Not only when the URL was taken: the rules may have become stricter since. They stay while the object lives. */
	function judge(url: string): TargetJudgement {
		if (judged?.url === url) return judged.judgement;
		const { appOrigin, allowLocalWebhooks } = configOf(env);
		const rules = { allowLocal: allowLocalWebhooks, ownHosts: [new URL(appOrigin).hostname] };
		judged = { url, judgement: judgeTarget(url, rules) };
		return judged.judgement;
	}

	/**
	 * @param startedAt unix milliseconds
	 * @param isStill asked right before the request leaves
	 * @returns undefined where it was not to leave any more
	 */
	async function send(
		target: Target,
		event: SignedEvent,
		startedAt: number,
		isStill: () => boolean,
	): Promise<Outcome | undefined> {
		const { brand } = configOf(env);
		const judgement = judge(target.url);
		if (judgement.kind === "refused") return notSent("target_refused", startedAt);
		let signers: CryptoKey[];
		try {
			signers = await Promise.all(target.secrets.map((secret) => keyOf(target.endpointId, secret)));
		} catch (cause) {
			const { endpointId } = target;
			console.error(
				JSON.stringify({ level: "error", event: "webhook-secret", endpointId, cause: String(cause) }),
			);
			return notSent("secret_unavailable", startedAt);
		}
		const timestampSeconds = Math.floor(Date.now() / 1000);
		const headers = await webhookHeaders(event, { brand, timestampSeconds, keys: signers });
		if (!isStill()) return undefined;
		const deadline = startDeadline();
		try {
			return await postEvent(judgement.url, { headers, body: event.body }, startedAt, deadline.signal);
		} finally {
			deadline.end();
		}
	}

	return { send };
}
