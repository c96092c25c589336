/**
 * `npm run export`: has the service store everything that it has as sealed parts in R2 (archives.md "The export").
 *
 *     npm run export -- --new-key FILE      makes a key pair; the private half goes into the file
 *     npm run export                        leaves the job, and shows its progress
 */
import { writeFileSync } from "node:fs";
import { exportJWK, generateKeyPair } from "jose";
import { runMaintenanceCommand } from "./operator/maintenance-job.ts";

const [option, file] = process.argv.slice(2);

if (option === "--new-key" && file !== undefined) await makeKey(file);
else
	await runMaintenanceCommand({
		name: "export",
		kind: "export",
		things: "parts",
		usage:
			"\n  --new-key FILE  makes a key pair: the private half goes into the file, and the public one is printed",
		report: ({ jobId, done }) => [
			`Done: ${done} parts are below exports/${jobId}/ in the bucket, and table.json there lists them.`,
			"Copy them to a safe place, and delete them from the bucket.",
		],
	});

/** Never writes over a key, because what was sealed to it could not be opened any more. */
async function makeKey(path: string): Promise<void> {
	const { privateKey } = await generateKeyPair("ECDH-ES", { crv: "P-256", extractable: true });
	const { kty, crv, x, y, d } = await exportJWK(privateKey);
	const kid = `export-${new Date().toISOString().slice(0, 10)}`;
	writeFileSync(path, `${JSON.stringify({ kty, crv, kid, x, y, d })}\n`, { flag: "wx", mode: 0o600 });
	process.stderr.write(`The private key is in ${path}. Keep it offline. EXPORT_PUBLIC_KEY is:\n`);
	process.stdout.write(`${JSON.stringify({ kty, crv, kid, x, y })}\n`);
}
