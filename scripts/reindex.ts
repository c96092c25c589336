/**
 * `npm run reindex`: has the copies of every case in D1 written anew from the cases' objects, which are the
 * truth.
 */
import { runMaintenanceCommand } from "./operator/maintenance-job.ts";

await runMaintenanceCommand({
	name: "reindex",
	kind: "reindex",
	things: "cases",
	report: ({ done, failed }) => [
		`Done: the copies of ${done} cases were written anew.`,
		...(failed > 0 ? [`${failed} could not be; the service's log names them (event "reindex").`] : []),
	],
});
