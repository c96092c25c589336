import {
	contestAllCases,
	listStandingContests,
	revokeStandingContest,
} from "./case/contest-all/operations.ts";
import { listCases, listNotices, searchNotices } from "./case/list-operations.ts";
import {
	attachCourtOrder,
	contestCase,
	createCase,
	downloadCase,
	getCase,
	listCaseEvents,
	withdrawCase,
} from "./case/operations.ts";
import { addDocument, readDocument } from "./documents/operations.ts";
import {
	createEvidenceLink,
	listEvidenceLinks,
	readLinkedEvidence,
	revokeEvidenceLink,
} from "./evidence/links/operations.ts";
import { getCaseHead, getEvidence } from "./evidence/operations.ts";
import { getExecution, reportExecution } from "./execution/operations.ts";
import { exists, jrcHash } from "./intent/operations.ts";
import { approveExecution, getApproval } from "./module/operations.ts";
import { beginDecision, decideCase } from "./review/decision-operations.ts";
import { giveBackCase, listReviewWeeks, takeCase } from "./review/desk/operations.ts";
import { addCaseNote, listCaseNotes, removeCaseNote } from "./review/notes/operations.ts";
import { reviewCase, reviewCases, waitingCases } from "./review/operations.ts";

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
	takeCase,
	giveBackCase,
	listReviewWeeks,
	listCaseNotes,
	addCaseNote,
	removeCaseNote,
	approveExecution,
] as const;
