import { addDocument } from "./routes/add-document.ts";
import { attachCourtOrder } from "./routes/attach-court-order.ts";
import { contestCase, withdrawCase } from "./routes/close-case.ts";
import { createCase } from "./routes/create-case.ts";
import { decideCase } from "./routes/decide-case.ts";
import { exists } from "./routes/exists.ts";
import { getCase } from "./routes/get-case.ts";
import { getEvidence } from "./routes/get-evidence.ts";
import { jrcHash } from "./routes/jrc-hash.ts";
import { listCaseEvents } from "./routes/list-case-events.ts";
import { listCases } from "./routes/list-cases.ts";
import { listNotices } from "./routes/list-notices.ts";
import { readDocument } from "./routes/read-document.ts";
import { reportExecution } from "./routes/report-execution.ts";
import { reviewCase } from "./routes/review-case.ts";
import { reviewCases } from "./routes/review-cases.ts";

/** The slice's rows of the route table. */
export const recoveryOperations = [
	exists,
	jrcHash,
	createCase,
	attachCourtOrder,
	getCase,
	getEvidence,
	listCaseEvents,
	listCases,
	contestCase,
	withdrawCase,
	reportExecution,
	addDocument,
	readDocument,
	listNotices,
	reviewCases,
	reviewCase,
	decideCase,
] as const;
