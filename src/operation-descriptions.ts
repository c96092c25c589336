/** Descriptions of operations for the OpenAPI document. Not part of the Worker, which would parse them at each start. */

import { listAuditEventsDescription } from "./audit/routes/list-audit-events.ts";
import { getClientConfigDescription } from "./client-config/routes/get-client-config.ts";
import { deleteAccountDescription } from "./developers/account/routes/delete-account.ts";
import {
	listDevelopersDescription,
	listResolversDescription,
	listReviewersDescription,
} from "./developers/account/routes/list-accounts.ts";
import { registerDescription } from "./developers/account/routes/register.ts";
import { reviewAccountDescription } from "./developers/account/routes/review-account.ts";
import { issueApiKeyDescription } from "./developers/api-keys/routes/issue-api-key.ts";
import { listApiKeysDescription } from "./developers/api-keys/routes/list-api-keys.ts";
import { revokeApiKeyDescription } from "./developers/api-keys/routes/revoke-api-key.ts";
import { rotateApiKeyDescription } from "./developers/api-keys/routes/rotate-api-key.ts";
import { endOtherSessionsDescription } from "./developers/login/routes/end-other-sessions.ts";
import { endSessionDescription } from "./developers/login/routes/end-session.ts";
import { issueAnonymousJwtDescription } from "./developers/login/routes/issue-anonymous-jwt.ts";
import { listSessionsDescription } from "./developers/login/routes/list-sessions.ts";
import { loginDescription } from "./developers/login/routes/login.ts";
import { logoutDescription } from "./developers/login/routes/logout.ts";
import { logoutEverywhereDescription } from "./developers/login/routes/logout-everywhere.ts";
import { removeOriginDescription } from "./developers/origins/routes/remove-origin.ts";
import { requestOriginDescription } from "./developers/origins/routes/request-origin.ts";
import { changePasswordDescription } from "./developers/passwords/routes/change-password.ts";
import { resetPasswordDescription } from "./developers/passwords/routes/reset-password.ts";
import { grantResolverDescription } from "./developers/resolvers/routes/grant-resolver.ts";
import { issueWalletChallengeDescription } from "./developers/wallets/routes/issue-wallet-challenge.ts";
import { openWalletSessionDescription } from "./developers/wallets/routes/open-wallet-session.ts";
import { acceptAgreementDescription } from "./estates/agreement/routes/accept-agreement.ts";
import { eraseProfileDescription } from "./estates/erasure/routes/erase-profile.ts";
import { createPrivacyCodeDescription } from "./estates/privacy-code/routes/create-privacy-code.ts";
import { resolvePrivacyCodeDescription } from "./estates/privacy-code/routes/resolve-privacy-code.ts";
import { revokePrivacyCodeDescription } from "./estates/privacy-code/routes/revoke-privacy-code.ts";
import { getProfileDescription } from "./estates/profile/routes/get-profile.ts";
import { listHistoryDescription } from "./estates/profile/routes/list-history.ts";
import { decideReleaseDescription } from "./estates/release/routes/decide-release.ts";
import { downloadReleasedWillDescription } from "./estates/release/routes/download-released-will.ts";
import { listReleasesDescription } from "./estates/release/routes/list-releases.ts";
import { objectToReleaseDescription } from "./estates/release/routes/object-to-release.ts";
import { requestReleaseDescription } from "./estates/release/routes/request-release.ts";
import { lodgeWillDescription } from "./estates/will/routes/lodge-will.ts";
import { readWillDescription } from "./estates/will/routes/read-will.ts";
import { getHealthDescription } from "./health/routes/get-health.ts";
import { endHostedLinkDescription } from "./hosted-links/routes/end-link.ts";
import { listHostedLinksDescription } from "./hosted-links/routes/list-links.ts";
import { makeHostedLinkDescription } from "./hosted-links/routes/make-link.ts";
import type { OperationRow } from "./operations.ts";
import { contestAllCasesDescription } from "./recovery/case/contest-all/routes/contest-all.ts";
import { listStandingContestsDescription } from "./recovery/case/contest-all/routes/list-standing-contests.ts";
import { revokeStandingContestDescription } from "./recovery/case/contest-all/routes/revoke-standing-contest.ts";
import { attachCourtOrderDescription } from "./recovery/case/routes/attach-court-order.ts";
import { contestCaseDescription, withdrawCaseDescription } from "./recovery/case/routes/close-case.ts";
import { createCaseDescription } from "./recovery/case/routes/create-case.ts";
import { listCaseEventsDescription } from "./recovery/case/routes/list-case-events.ts";
import { listCasesDescription } from "./recovery/case/routes/list-cases.ts";
import { addDocumentDescription } from "./recovery/documents/routes/add-document.ts";
import { readDocumentDescription } from "./recovery/documents/routes/read-document.ts";
import { createEvidenceLinkDescription } from "./recovery/evidence/links/routes/create-evidence-link.ts";
import { listEvidenceLinksDescription } from "./recovery/evidence/links/routes/list-evidence-links.ts";
import { readLinkedEvidenceDescription } from "./recovery/evidence/links/routes/read-linked-evidence.ts";
import { revokeEvidenceLinkDescription } from "./recovery/evidence/links/routes/revoke-evidence-link.ts";
import { getCaseHeadDescription } from "./recovery/evidence/routes/get-case-head.ts";
import { getEvidenceDescription } from "./recovery/evidence/routes/get-evidence.ts";
import { getExecutionDescription } from "./recovery/execution/routes/get-execution.ts";
import { reportExecutionDescription } from "./recovery/execution/routes/report-execution.ts";
import { jrcHashDescription } from "./recovery/intent/routes/compute-jrc-hash.ts";
import { decideCaseDescription } from "./recovery/review/routes/decide-case.ts";
import { reviewCaseDescription } from "./recovery/review/routes/get-reviewed-case.ts";
import { waitingCasesDescription } from "./recovery/review/routes/list-waiting-cases.ts";
import { prepareTypedDataDescription } from "./signing/routes/prepare-typed-data.ts";
import { getTokenDescription } from "./tokens/routes/get-token.ts";
import { listDeadLettersDescription } from "./webhooks/dead-letters/routes/list-dead-letters.ts";
import { requeueDeadLetterDescription } from "./webhooks/dead-letters/routes/requeue-dead-letter.ts";
import { getDeliveryDescription } from "./webhooks/delivery/routes/get-delivery.ts";
import { listDeliveriesDescription } from "./webhooks/delivery/routes/list-deliveries.ts";
import { listEventsDescription } from "./webhooks/delivery/routes/list-events.ts";
import { recoverEventsDescription } from "./webhooks/delivery/routes/recover-events.ts";
import { redeliverEventDescription } from "./webhooks/delivery/routes/redeliver-event.ts";
import { createEndpointDescription } from "./webhooks/endpoint/routes/create-endpoint.ts";
import { listEndpointsDescription } from "./webhooks/endpoint/routes/list-endpoints.ts";
import { removeEndpointDescription } from "./webhooks/endpoint/routes/remove-endpoint.ts";
import { rotateSecretDescription } from "./webhooks/endpoint/routes/rotate-secret.ts";
import { testEndpointDescription } from "./webhooks/endpoint/routes/test-endpoint.ts";
import { updateEndpointDescription } from "./webhooks/endpoint/routes/update-endpoint.ts";

export const operationDescriptions: Partial<Record<OperationRow["operationId"], string>> = {
	acceptEstateAgreement: acceptAgreementDescription,
	addCaseDocument: addDocumentDescription,
	attachCourtOrder: attachCourtOrderDescription,
	calculateJrcHash: jrcHashDescription,
	changePassword: changePasswordDescription,
	contestAllRecoveryCases: contestAllCasesDescription,
	contestRecoveryCase: contestCaseDescription,
	createEvidenceLink: createEvidenceLinkDescription,
	createHostedLink: makeHostedLinkDescription,
	createPrivacyCode: createPrivacyCodeDescription,
	createRecoveryCase: createCaseDescription,
	createWebhookEndpoint: createEndpointDescription,
	decideRecoveryCase: decideCaseDescription,
	decideReleaseRequest: decideReleaseDescription,
	deleteAccount: deleteAccountDescription,
	deleteWebhookEndpoint: removeEndpointDescription,
	downloadReleasedWill: downloadReleasedWillDescription,
	endOtherSessions: endOtherSessionsDescription,
	endSession: endSessionDescription,
	eraseEstateProfile: eraseProfileDescription,
	expireHostedLink: endHostedLinkDescription,
	getClientConfig: getClientConfigDescription,
	getEstateProfile: getProfileDescription,
	getHealth: getHealthDescription,
	getRecoveryCaseEvidence: getEvidenceDescription,
	getRecoveryCaseHead: getCaseHeadDescription,
	grantResolver: grantResolverDescription,
	issueAnonymousJwt: issueAnonymousJwtDescription,
	issueApiKey: issueApiKeyDescription,
	issueWalletChallenge: issueWalletChallengeDescription,
	listApiKeys: listApiKeysDescription,
	listAuditEvents: listAuditEventsDescription,
	listDeadLetters: listDeadLettersDescription,
	listDevelopers: listDevelopersDescription,
	listEstateHistory: listHistoryDescription,
	listEvents: listEventsDescription,
	listEvidenceLinks: listEvidenceLinksDescription,
	listHostedLinks: listHostedLinksDescription,
	listRecoveryCaseEvents: listCaseEventsDescription,
	listRecoveryCases: listCasesDescription,
	listReleaseRequests: listReleasesDescription,
	listResolvers: listResolversDescription,
	listReviewers: listReviewersDescription,
	listSessions: listSessionsDescription,
	listStandingContests: listStandingContestsDescription,
	listWaitingCases: waitingCasesDescription,
	listWebhookDeliveries: listDeliveriesDescription,
	listWebhookEndpoints: listEndpointsDescription,
	lodgeWill: lodgeWillDescription,
	login: loginDescription,
	logout: logoutDescription,
	logoutEverywhere: logoutEverywhereDescription,
	objectToRelease: objectToReleaseDescription,
	openWalletSession: openWalletSessionDescription,
	prepareTypedData: prepareTypedDataDescription,
	readCaseDocument: readDocumentDescription,
	readLinkedEvidence: readLinkedEvidenceDescription,
	readWill: readWillDescription,
	recoverWebhookEvents: recoverEventsDescription,
	redeliverWebhookEvent: redeliverEventDescription,
	register: registerDescription,
	removeOrigin: removeOriginDescription,
	reportExecution: reportExecutionDescription,
	requestOrigin: requestOriginDescription,
	requestRelease: requestReleaseDescription,
	requeueDeadLetter: requeueDeadLetterDescription,
	resetPassword: resetPasswordDescription,
	resolvePrivacyCode: resolvePrivacyCodeDescription,
	reviewAccount: reviewAccountDescription,
	reviewRecoveryCase: reviewCaseDescription,
	revokeApiKey: revokeApiKeyDescription,
	revokeEvidenceLink: revokeEvidenceLinkDescription,
	revokePrivacyCode: revokePrivacyCodeDescription,
	revokeStandingContest: revokeStandingContestDescription,
	rotateApiKey: rotateApiKeyDescription,
	rotateWebhookSecret: rotateSecretDescription,
	testWebhookEndpoint: testEndpointDescription,
	updateWebhookEndpoint: updateEndpointDescription,
	withdrawRecoveryCase: withdrawCaseDescription,
	getExecution: getExecutionDescription,
	getToken: getTokenDescription,
	getWebhookDelivery: getDeliveryDescription,
};
