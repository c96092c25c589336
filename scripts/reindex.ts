/** `npm run reindex`: rewrites the D1 copies of every case from the cases' objects. */
import { runMaintenanceCommand } from "./operator/maintenance-job.ts";

await runMaintenanceCommand({
	name: "reindex",
	kind: "reindex",
	things: "cases",
	report: ({ done, failed }) => [
		`Done: the copies of ${done} cases were rewritten.`,
		...(failed > 0 ? [`${failed} cases failed; the service's log names them (event "reindex").`] : []),
	],
});
