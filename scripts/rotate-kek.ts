/**
 * `npm run rotate-kek`: has everything that is sealed sealed anew under the newest version of
 * `KEY_ENCRYPTION_KEYS`, and says which versions may be removed then. docs/operations.md "Changing secrets".
 */

import { runMaintenanceCommand } from "./operator/maintenance-job.ts";
import { resealReport } from "./operator/reseal-report.ts";

await runMaintenanceCommand({
	name: "rotate-kek",
	kind: "reseal",
	things: "webhook endpoints and documents",
	report: resealReport,
});
