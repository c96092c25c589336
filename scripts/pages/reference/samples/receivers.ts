/** Receivers of webhooks, and a delivery to try them with. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocksOf } from "../../../docs/code-blocks.ts";
import type { Parameter } from "../schema.ts";

export const typescriptReceiver = `import { verifyWebhook, WebhookVerificationError } from "@replevin/sdk/webhooks";

export async function receive(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET!);
    // A sample is about no case.
    if (event.data.test) console.log("sample", event.type);
    else console.log(event.id, event.type, event.data.caseId);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 });
    throw error;
  }
}
`;

/** With the function of the guide, which is tested against attacks. */
export const pythonReceiver = `import os
${guideFunction("py")}

def receive(headers, body):
    """Returns the status of the response."""
    try:
        event = verify_webhook(body, headers, os.environ["WEBHOOK_SECRET"])
    except ValueError:
        return 400
    # A sample is about no case.
    if event["data"].get("test"):
        print("sample", event["type"])
    else:
        print(event["id"], event["type"], event["data"]["caseId"])
    return 204
`;

function guideFunction(language: string): string {
	const guide = join(import.meta.dirname, "../../../../docs/guides/webhook-languages.md");
	const block = codeBlocksOf(readFileSync(guide, "utf8")).find((one) => one.language === language);
	if (!block) throw new Error(`${guide} has no block of ${language}`);
	return block.code.replace(/^# .*\n/, "");
}

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
