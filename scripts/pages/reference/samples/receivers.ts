/** Receivers of webhooks, and a delivery to try them with. */
import type { Parameter } from "../schema.ts";

export const typescriptReceiver = `import { verifyWebhook, WebhookVerificationError } from "@replevin/sdk/webhooks";

export async function receive(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET!);
    console.log(event.id, event.type, event.data.caseId);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 });
    throw error;
  }
}
`;

export const pythonReceiver = `import base64
import hashlib
import hmac
import os
import time


def verify(headers, body):
    """Raises ValueError unless the service signed these bytes within five minutes."""
    secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the timestamp is not within five minutes")
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    signatures = [each.removeprefix("v1,") for each in headers["webhook-signature"].split(" ")]
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("no signature is valid")
`;

/** The recorded request to a receiver on this machine. */
export function deliverySample(headers: readonly Parameter[], body: unknown): string {
	const recorded = headers.filter(({ example }) => example !== undefined);
	const lines = [
		"curl http://127.0.0.1:3000/hooks",
		'-H "Content-Type: application/json"',
		...recorded.map(({ name, example }) => `-H "${name}: ${example}"`),
		`-d '${JSON.stringify(body)}'`,
	];
	return `${lines.join(" \\\n  ")}\n`;
}
