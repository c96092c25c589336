/**
 * `npm run rotate-kek`: seals everything again under the newest version of `KEY_ENCRYPTION_KEYS`, and reports which
 * versions may be removed (operations.md "Changing secrets").
 */

import { runMaintenanceCommand } from "./operator/maintenance-job.ts";
import { resealReport } from "./operator/reseal-report.ts";

await runMaintenanceCommand({
	name: "rotate-kek",
	kind: "reseal",
	things: "webhook endpoints and documents",
	report: resealReport,
});
