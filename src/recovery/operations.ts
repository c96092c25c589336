import { contestAllCases } from "./case/contest-all/routes/contest-all.ts";
import { listStandingContests } from "./case/contest-all/routes/list-standing-contests.ts";
import { revokeStandingContest } from "./case/contest-all/routes/revoke-standing-contest.ts";
import { attachCourtOrder } from "./case/routes/attach-court-order.ts";
import { contestCase, withdrawCase } from "./case/routes/close-case.ts";
import { createCase } from "./case/routes/create-case.ts";
import { downloadCase } from "./case/routes/download-case.ts";
import { getCase } from "./case/routes/get-case.ts";
import { listCaseEvents } from "./case/routes/list-case-events.ts";
import { listCases } from "./case/routes/list-cases.ts";
import { listNotices, searchNotices } from "./case/routes/list-notices.ts";
import { addDocument } from "./documents/routes/add-document.ts";
import { readDocument } from "./documents/routes/read-document.ts";
import { createEvidenceLink } from "./evidence/links/routes/create-evidence-link.ts";
import { listEvidenceLinks } from "./evidence/links/routes/list-evidence-links.ts";
import { readLinkedEvidence } from "./evidence/links/routes/read-linked-evidence.ts";
import { revokeEvidenceLink } from "./evidence/links/routes/revoke-evidence-link.ts";
import { getCaseHead } from "./evidence/routes/get-case-head.ts";
import { getEvidence } from "./evidence/routes/get-evidence.ts";
import { getExecution } from "./execution/routes/get-execution.ts";
import { reportExecution } from "./execution/routes/report-execution.ts";
import { exists } from "./intent/routes/check-existence.ts";
import { jrcHash } from "./intent/routes/compute-jrc-hash.ts";
import { approveExecution } from "./module/routes/approve-execution.ts";
import { getApproval } from "./module/routes/get-approval.ts";
import { beginDecision, decideCase } from "./review/routes/decide-case.ts";
import { reviewCase } from "./review/routes/get-reviewed-case.ts";
import { reviewCases } from "./review/routes/list-reviewed-cases.ts";
import { waitingCases } from "./review/routes/list-waiting-cases.ts";

export const recoveryOperations = [
	exists,
	jrcHash,
	createCase,
	attachCourtOrder,
	getCase,
	downloadCase,
	getEvidence,
	getCaseHead,
	createEvidenceLink,
	listEvidenceLinks,
	revokeEvidenceLink,
	readLinkedEvidence,
	listCaseEvents,
	listCases,
	contestCase,
	withdrawCase,
	contestAllCases,
	listStandingContests,
	revokeStandingContest,
	reportExecution,
	getExecution,
	getApproval,
	addDocument,
	readDocument,
	listNotices,
	searchNotices,
	waitingCases,
	reviewCases,
	reviewCase,
	decideCase,
	beginDecision,
	approveExecution,
] as const;
