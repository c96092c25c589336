/** Schemas of all success responses. The compiler checks them against the route table. Not part of the Worker. */

import { listAuditEventsResponse } from "./audit/routes/list-audit-events.ts";
import { clientConfigResponse } from "./client-config/client-config-schema.ts";
import { doneResponse, userResponse } from "./developers/account/account-schemas.ts";
import { accountListResponse } from "./developers/account/routes/list-accounts.ts";
import { issuedKeyResponse, repeatedKeyResponse } from "./developers/api-keys/api-key-schemas.ts";
import { apiKeyListResponse } from "./developers/api-keys/routes/list-api-keys.ts";
import { revokedKeyResponse } from "./developers/api-keys/routes/revoke-api-key.ts";
import { endedSessionsResponse } from "./developers/login/routes/end-other-sessions.ts";
import { anonymousSessionResponse } from "./developers/login/routes/issue-anonymous-jwt.ts";
import { sessionListResponse } from "./developers/login/routes/list-sessions.ts";
import { loginResponse } from "./developers/login/routes/login.ts";
import { logoutResponse } from "./developers/login/session-schemas.ts";
import { originResponse, reviewedOriginResponse } from "./developers/origins/origin-schemas.ts";
import { originListResponse } from "./developers/origins/routes/list-origins.ts";
import { removedOriginResponse } from "./developers/origins/routes/remove-origin.ts";
import { reviewedOriginListResponse } from "./developers/origins/routes/review-origins.ts";
import { walletChallengeResponse } from "./developers/wallets/routes/issue-wallet-challenge.ts";
import { walletSessionResponse } from "./developers/wallets/routes/open-wallet-session.ts";
import { acceptEstateAgreementResponse } from "./estates/agreement/routes/accept-agreement.ts";
import { eraseEstateProfileResponse } from "./estates/erasure/routes/erase-profile.ts";
import { createPrivacyCodeResponse } from "./estates/privacy-code/routes/create-privacy-code.ts";
import { resolvePrivacyCodeResponse } from "./estates/privacy-code/routes/resolve-privacy-code.ts";
import { revokePrivacyCodeResponse } from "./estates/privacy-code/routes/revoke-privacy-code.ts";
import { getEstateProfileResponse } from "./estates/profile/routes/get-profile.ts";
import { listEstateHistoryResponse } from "./estates/profile/routes/list-history.ts";
import { reviewedReleaseSchema } from "./estates/release/release-schemas.ts";
import { decideReleaseRequestResponse } from "./estates/release/routes/decide-release.ts";
import { downloadReleasedWillResponse } from "./estates/release/routes/download-released-will.ts";
import { listReleaseRequestsResponse } from "./estates/release/routes/list-releases.ts";
import { objectToReleaseResponse } from "./estates/release/routes/object-to-release.ts";
import { readReleaseOrderResponse } from "./estates/release/routes/read-release-order.ts";
import { requestReleaseResponse } from "./estates/release/routes/request-release.ts";
import { reviewReleaseRequestsResponse } from "./estates/release/routes/review-releases.ts";
import { lodgeWillResponse } from "./estates/will/routes/lodge-will.ts";
import { readWillResponse } from "./estates/will/routes/read-will.ts";
import { getHealthResponse } from "./health/routes/get-health.ts";
import { linkResponse, linkWithUrlResponse } from "./hosted-links/link-schemas.ts";
import { linkListResponse } from "./hosted-links/routes/list-links.ts";
import type { ResponseSchemas } from "./http/operation.ts";
import type { OperationRow } from "./operations.ts";
import {
	caseDocumentResponse,
	caseRecordResponse,
	recordOrReceiptResponse,
} from "./recovery/case/case-record.ts";
import { accountContestResponse } from "./recovery/case/contest-all/contest-schemas.ts";
import { standingContestListResponse } from "./recovery/case/contest-all/routes/list-standing-contests.ts";
import { closedCaseResponse } from "./recovery/case/routes/close-case.ts";
import { caseEventListResponse } from "./recovery/case/routes/list-case-events.ts";
import { caseListResponse } from "./recovery/case/routes/list-cases.ts";
import { noticesResponse } from "./recovery/case/routes/list-notices.ts";
import { readCaseDocumentResponse } from "./recovery/documents/routes/read-document.ts";
import {
	newEvidenceLinkResponse,
	repeatedEvidenceLinkResponse,
} from "./recovery/evidence/links/evidence-link-schemas.ts";
import { evidenceLinkListResponse } from "./recovery/evidence/links/routes/list-evidence-links.ts";
import { revokedEvidenceLinkResponse } from "./recovery/evidence/links/routes/revoke-evidence-link.ts";
import { caseHeadResponse } from "./recovery/evidence/routes/get-case-head.ts";
import { evidenceResponse } from "./recovery/evidence/routes/get-evidence.ts";
import {
	executionStandingResponse,
	observedExecutionResponse,
} from "./recovery/execution/routes/report-execution.ts";
import { existsResponse } from "./recovery/intent/routes/check-existence.ts";
import { jrcHashResponse } from "./recovery/intent/routes/compute-jrc-hash.ts";
import { reviewedCaseResponse } from "./recovery/review/routes/get-reviewed-case.ts";
import { reviewedCaseListResponse } from "./recovery/review/routes/list-reviewed-cases.ts";
import { waitingCaseListResponse } from "./recovery/review/routes/list-waiting-cases.ts";
import { prepareTypedDataResponse } from "./signing/routes/prepare-typed-data.ts";
import { tokenResponse } from "./tokens/routes/get-token.ts";
import { deadLetterResponse } from "./webhooks/dead-letters/dead-letter-schemas.ts";
import { listDeadLettersResponse } from "./webhooks/dead-letters/routes/list-dead-letters.ts";
import { deliveryResponse } from "./webhooks/delivery/delivery-schemas.ts";
import { deliveryDetailResponse } from "./webhooks/delivery/routes/get-delivery.ts";
import { listDeliveriesResponse } from "./webhooks/delivery/routes/list-deliveries.ts";
import { listEventsResponse } from "./webhooks/delivery/routes/list-events.ts";
import { recoverEventsResponse } from "./webhooks/delivery/routes/recover-events.ts";
import {
	endpointResponse,
	endpointWithSecretResponse,
	repeatedEndpointResponse,
	rotatedEndpointResponse,
} from "./webhooks/endpoint/endpoint-schemas.ts";
import { listEndpointsResponse } from "./webhooks/endpoint/routes/list-endpoints.ts";
import { removeEndpointResponse } from "./webhooks/endpoint/routes/remove-endpoint.ts";
import { testEndpointResponse } from "./webhooks/endpoint/routes/test-endpoint.ts";

export const responseSchemas = {
	prepareTypedData: { 200: prepareTypedDataResponse },
	findDuplicateCase: { 200: existsResponse },
	calculateJrcHash: { 200: jrcHashResponse },
	createRecoveryCase: { 201: recordOrReceiptResponse, 200: recordOrReceiptResponse },
	attachCourtOrder: { 200: recordOrReceiptResponse },
	getRecoveryCase: { 200: caseRecordResponse },
	getRecoveryCaseEvidence: { 200: evidenceResponse },
	getRecoveryCaseHead: { 200: caseHeadResponse },
	createEvidenceLink: { 201: newEvidenceLinkResponse, 200: repeatedEvidenceLinkResponse },
	listEvidenceLinks: { 200: evidenceLinkListResponse },
	revokeEvidenceLink: { 200: revokedEvidenceLinkResponse },
	readLinkedEvidence: { 200: evidenceResponse },
	listRecoveryCaseEvents: { 200: caseEventListResponse },
	listRecoveryCases: { 200: caseListResponse },
	contestRecoveryCase: { 200: closedCaseResponse },
	withdrawRecoveryCase: { 200: closedCaseResponse },
	contestAllRecoveryCases: { 202: accountContestResponse },
	listStandingContests: { 200: standingContestListResponse },
	revokeStandingContest: { 200: accountContestResponse },
	getWebhookDelivery: { 200: deliveryDetailResponse },
	getToken: { 200: tokenResponse },
	getExecution: { 200: executionStandingResponse },
	reportExecution: { 200: caseRecordResponse, 202: observedExecutionResponse },
	addCaseDocument: { 201: caseDocumentResponse, 200: caseDocumentResponse },
	readCaseDocument: { 200: readCaseDocumentResponse },
	listNotices: { 200: noticesResponse },
	reviewRecoveryCases: { 200: reviewedCaseListResponse },
	listWaitingCases: { 200: waitingCaseListResponse },
	reviewRecoveryCase: { 200: reviewedCaseResponse },
	decideRecoveryCase: { 200: caseRecordResponse },
	register: { 201: userResponse },
	login: { 200: loginResponse },
	getCurrentUser: { 200: userResponse },
	logout: { 200: logoutResponse },
	logoutEverywhere: { 200: logoutResponse },
	listSessions: { 200: sessionListResponse },
	endSession: { 200: doneResponse },
	endOtherSessions: { 200: endedSessionsResponse },
	changePassword: { 200: doneResponse },
	resetPassword: { 200: doneResponse },
	deleteAccount: { 200: doneResponse },
	listApiKeys: { 200: apiKeyListResponse },
	issueApiKey: { 201: issuedKeyResponse, 200: repeatedKeyResponse },
	rotateApiKey: { 201: issuedKeyResponse, 200: repeatedKeyResponse },
	revokeApiKey: { 200: revokedKeyResponse },
	issueAnonymousJwt: { 200: anonymousSessionResponse },
	issueWalletChallenge: { 200: walletChallengeResponse },
	openWalletSession: { 200: walletSessionResponse },
	requestOrigin: { 201: originResponse, 200: originResponse },
	listOrigins: { 200: originListResponse },
	removeOrigin: { 200: removedOriginResponse },
	reviewOrigins: { 200: reviewedOriginListResponse },
	decideOrigin: { 200: reviewedOriginResponse },
	reviewAccount: { 200: userResponse },
	grantResolver: { 200: userResponse },
	revokeResolver: { 200: userResponse },
	createHostedLink: { 201: linkWithUrlResponse },
	getHostedLink: { 200: linkResponse },
	listHostedLinks: { 200: linkListResponse },
	expireHostedLink: { 200: linkResponse },
	createWebhookEndpoint: { 201: endpointWithSecretResponse, 200: repeatedEndpointResponse },
	listWebhookEndpoints: { 200: listEndpointsResponse },
	getWebhookEndpoint: { 200: endpointResponse },
	updateWebhookEndpoint: { 200: endpointResponse },
	deleteWebhookEndpoint: { 200: removeEndpointResponse },
	rotateWebhookSecret: { 200: rotatedEndpointResponse },
	testWebhookEndpoint: { 200: testEndpointResponse },
	listWebhookDeliveries: { 200: listDeliveriesResponse },
	redeliverWebhookEvent: { 200: deliveryResponse },
	recoverWebhookEvents: { 200: recoverEventsResponse },
	listEvents: { 200: listEventsResponse },
	listDeadLetters: { 200: listDeadLettersResponse },
	requeueDeadLetter: { 200: deadLetterResponse },
	getEstateProfile: { 200: getEstateProfileResponse },
	listEstateHistory: { 200: listEstateHistoryResponse },
	acceptEstateAgreement: { 201: acceptEstateAgreementResponse, 200: acceptEstateAgreementResponse },
	createPrivacyCode: { 201: createPrivacyCodeResponse },
	revokePrivacyCode: { 200: revokePrivacyCodeResponse },
	resolvePrivacyCode: { 200: resolvePrivacyCodeResponse },
	eraseEstateProfile: { 200: eraseEstateProfileResponse },
	lodgeWill: { 201: lodgeWillResponse },
	readWill: { 200: readWillResponse },
	requestRelease: { 201: requestReleaseResponse, 200: requestReleaseResponse },
	listReleaseRequests: { 200: listReleaseRequestsResponse },
	objectToRelease: { 200: objectToReleaseResponse },
	downloadReleasedWill: { 200: downloadReleasedWillResponse },
	reviewReleaseRequests: { 200: reviewReleaseRequestsResponse },
	reviewReleaseRequest: { 200: reviewedReleaseSchema },
	readReleaseOrder: { 200: readReleaseOrderResponse },
	decideReleaseRequest: { 200: decideReleaseRequestResponse },
	listAuditEvents: { 200: listAuditEventsResponse },
	listDevelopers: { 200: accountListResponse },
	listReviewers: { 200: accountListResponse },
	listResolvers: { 200: accountListResponse },
	getClientConfig: { 200: clientConfigResponse },
	getHealth: { 200: getHealthResponse },
} satisfies ResponseSchemas<OperationRow>;
