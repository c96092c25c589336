/** Signs and sends attempts. Caches opened secrets. */
import { configOf } from "../../src/config/config.ts";
import { createSealer, type Sealer } from "../../src/kernel/crypto/sealing.ts";
import { log } from "../../src/kernel/log.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../src/webhooks/delivery/schedule.ts";
import { importSigningKey, type SignedEvent, webhookHeaders } from "../../src/webhooks/delivery/signing.ts";
import { type SealedSecret, secretContext } from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { checkTarget, type TargetCheck } from "../../src/webhooks/endpoint/target-rules.ts";
import { notSent, type Outcome, postEvent } from "./post-event.ts";

export type Target = { endpointId: string; url: string; secrets: readonly SealedSecret[] };

export type Sender = ReturnType<typeof createSender>;

export function createSender(env: Env) {
	let sealer: Sealer | undefined;
	let lastCheck: { url: string; check: TargetCheck } | undefined;
	const keys = new Map<string, CryptoKey>();

	async function keyOf(endpointId: string, { secretId, sealed }: SealedSecret): Promise<CryptoKey> {
		const cached = keys.get(secretId);
		if (cached) return cached;
		sealer ??= createSealer(configOf(env).keyEncryptionKeys, "webhook-secret");
		const key = await importSigningKey(await sealer.open(sealed, secretContext(endpointId, secretId)));
		keys.set(secretId, key);
		return key;
	}

	/** Checks a URL again, because the rules may be stricter than when it was stored. */
	function check(url: string): TargetCheck {
		if (lastCheck?.url === url) return lastCheck.check;
		const { appOrigin, allowLocalWebhooks } = configOf(env);
		const rules = { allowLocal: allowLocalWebhooks, ownHosts: [new URL(appOrigin).hostname] };
		lastCheck = { url, check: checkTarget(url, rules) };
		return lastCheck.check;
	}

	/**
	 * @param isWanted called right before the request leaves
	 * @returns undefined if the request was no longer wanted
	 */
	async function send(
		target: Target,
		event: SignedEvent,
		startedAt: number,
		isWanted: () => boolean,
	): Promise<Outcome | undefined> {
		const { brand } = configOf(env);
		const checked = check(target.url);
		if (checked.kind === "rejected") return notSent("target_refused", startedAt);
		let signers: CryptoKey[];
		try {
			signers = await Promise.all(target.secrets.map((secret) => keyOf(target.endpointId, secret)));
		} catch (cause) {
			log.error("webhook-secret", { endpointId: target.endpointId, cause });
			return notSent("secret_unavailable", startedAt);
		}
		const timestampSeconds = Math.floor(Date.now() / 1000);
		const headers = await webhookHeaders(event, { brand, timestampSeconds, keys: signers });
		if (!isWanted()) return undefined;
		const timeout = new AbortController();
		const timer = setTimeout(() => timeout.abort(), ATTEMPT_TIMEOUT_MS);
		try {
			return await postEvent(checked.url, { headers, body: event.body }, startedAt, timeout.signal);
		} finally {
			// A remaining timer would keep the object in memory.
			clearTimeout(timer);
		}
	}

	return { send };
}
