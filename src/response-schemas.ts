/**
 * The schemas of all success answers, by operation and status. The compiler holds it against the route table
 * (`src/operations.ts`): a row without its schemas does not compile, nor does a schema without its row.
 * Read by the OpenAPI document and the tests; no part of the Worker.
 */
import { auditListResponse } from "./audit/response-schemas.ts";
import {
	anonymousSessionResponse,
	originListResponse,
	originResponse,
	removedOriginResponse,
	reviewedOriginListResponse,
	reviewedOriginResponse,
	walletChallengeResponse,
	walletSessionResponse,
} from "./developers/access-response-schemas.ts";
import {
	apiKeyListResponse,
	doneResponse,
	issuedApiKeySchema,
	loginResponse,
	logoutResponse,
	revokedApiKeySchema,
	userResponse,
} from "./developers/response-schemas.ts";
import {
	releaseListResponse,
	releaseRequestResponse,
	reviewedReleaseListResponse,
	reviewedReleaseResponse,
} from "./estates/release-response-schemas.ts";
import {
	agreementResponse,
	createdCodeResponse,
	documentResponse,
	erasedResponse,
	historyResponse,
	profileResponse,
	resolvedCodeResponse,
	revokedCodeResponse,
	willStatus,
} from "./estates/response-schemas.ts";
import { healthResponse } from "./health/response-schemas.ts";
import type { ResponseSchemas } from "./http/operation.ts";
import type { OperationRow } from "./operations.ts";
import { caseEventListResponse, evidenceResponse } from "./recovery/evidence-response-schemas.ts";
import {
	caseListResponse,
	caseRecord,
	closedCaseResponse,
	existsResponse,
	jrcHashResponse,
	noticesResponse,
	shownCaseResponse,
} from "./recovery/response-schemas.ts";
import { reviewedCaseListResponse, reviewedCaseResponse } from "./recovery/review-response-schemas.ts";
import { deadLetterListResponse, deadLetterResponse } from "./webhooks/dead-letter-response-schemas.ts";
import {
	deliveryListResponse,
	deliveryResponse,
	endpointListResponse,
	endpointResponse,
	endpointWithSecretResponse,
	eventListResponse,
	recoveredResponse,
	removedEndpointResponse,
	testResponse,
} from "./webhooks/response-schemas.ts";

export const responseSchemas = {
	findDuplicateCase: { 200: existsResponse },
	calculateJrcHash: { 200: jrcHashResponse },
	createRecoveryCase: { 201: shownCaseResponse, 200: shownCaseResponse },
	attachCourtOrder: { 200: shownCaseResponse },
	getRecoveryCase: { 200: caseRecord },
	getRecoveryCaseEvidence: { 200: evidenceResponse },
	listRecoveryCaseEvents: { 200: caseEventListResponse },
	listRecoveryCases: { 200: caseListResponse },
	contestRecoveryCase: { 200: closedCaseResponse },
	withdrawRecoveryCase: { 200: closedCaseResponse },
	listNotices: { 200: noticesResponse },
	reviewRecoveryCases: { 200: reviewedCaseListResponse },
	reviewRecoveryCase: { 200: reviewedCaseResponse },
	decideRecoveryCase: { 200: caseRecord },
	register: { 201: userResponse },
	login: { 200: loginResponse },
	getCurrentUser: { 200: userResponse },
	logout: { 200: logoutResponse },
	logoutEverywhere: { 200: logoutResponse },
	changePassword: { 200: doneResponse },
	resetPassword: { 200: doneResponse },
	deleteAccount: { 200: doneResponse },
	listApiKeys: { 200: apiKeyListResponse },
	issueApiKey: { 201: issuedApiKeySchema },
	rotateApiKey: { 201: issuedApiKeySchema },
	revokeApiKey: { 200: revokedApiKeySchema },
	issueAnonymousJwt: { 200: anonymousSessionResponse },
	issueWalletChallenge: { 200: walletChallengeResponse },
	openWalletSession: { 200: walletSessionResponse },
	requestOrigin: { 201: originResponse, 200: originResponse },
	listOrigins: { 200: originListResponse },
	removeOrigin: { 200: removedOriginResponse },
	reviewOrigins: { 200: reviewedOriginListResponse },
	decideOrigin: { 200: reviewedOriginResponse },
	grantResolver: { 200: userResponse },
	revokeResolver: { 200: userResponse },
	createWebhookEndpoint: { 201: endpointWithSecretResponse },
	listWebhookEndpoints: { 200: endpointListResponse },
	getWebhookEndpoint: { 200: endpointResponse },
	updateWebhookEndpoint: { 200: endpointResponse },
	deleteWebhookEndpoint: { 200: removedEndpointResponse },
	rotateWebhookSecret: { 200: endpointWithSecretResponse },
	testWebhookEndpoint: { 200: testResponse },
	listWebhookDeliveries: { 200: deliveryListResponse },
	redeliverWebhookEvent: { 200: deliveryResponse },
	recoverWebhookEvents: { 200: recoveredResponse },
	listEvents: { 200: eventListResponse },
	listDeadLetters: { 200: deadLetterListResponse },
	requeueDeadLetter: { 200: deadLetterResponse },
	getEstateProfile: { 200: profileResponse },
	listEstateHistory: { 200: historyResponse },
	acceptEstateAgreement: { 201: agreementResponse, 200: agreementResponse },
	createPrivacyCode: { 201: createdCodeResponse },
	revokePrivacyCode: { 200: revokedCodeResponse },
	resolvePrivacyCode: { 200: resolvedCodeResponse },
	eraseEstateProfile: { 200: erasedResponse },
	lodgeWill: { 201: willStatus },
	readWill: { 200: documentResponse },
	requestRelease: { 201: releaseRequestResponse },
	listReleaseRequests: { 200: releaseListResponse },
	objectToRelease: { 200: releaseRequestResponse },
	downloadReleasedWill: { 200: documentResponse },
	reviewReleaseRequests: { 200: reviewedReleaseListResponse },
	readReleaseOrder: { 200: documentResponse },
	decideReleaseRequest: { 200: reviewedReleaseResponse },
	listAuditEvents: { 200: auditListResponse },
	getHealth: { 200: healthResponse },
} satisfies ResponseSchemas<OperationRow>;
