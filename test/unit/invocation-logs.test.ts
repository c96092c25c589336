// hosted-links.md "What is stored".
// The platform writes no line with the URL of each request, because that of a hosted link is a secret.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("turns the platform's invocation logs off, and the service's own log on", () => {
	const config = readFileSync(join(import.meta.dirname, "../../wrangler.toml"), "utf8");
	expect(config).toMatch(/^\[observability\.logs\]\nenabled = true\ninvocation_logs = false$/m);
});
