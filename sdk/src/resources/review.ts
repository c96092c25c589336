import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

type Query<Id extends keyof api.Operations> = api.Operations[Id]["query"];

/** What reviewers see and decide. Needs the session of an account with that role. */
export class Review extends Resource {
	/** The cases that wait for a reviewer. */
	waitingCases(query: Query<"listWaitingCases"> = {}, options?: RequestOptions): List<api.WaitingCaseList> {
		return new List((more) => this.call("listWaitingCases", { query: { ...query, ...more } }, options));
	}

	/** All cases. */
	cases(query: Query<"reviewRecoveryCases"> = {}, options?: RequestOptions): List<api.ReviewedCaseList> {
		return new List((more) => this.call("reviewRecoveryCases", { query: { ...query, ...more } }, options));
	}

	/** One case, with what only reviewers see. */
	getCase(caseId: string, options?: RequestOptions): ApiPromise<api.ReviewedCase> {
		return this.call("reviewRecoveryCase", { path: { caseId } }, options);
	}

	/** Decides about a case. */
	decideCase(
		caseId: string,
		body: Input<api.CaseDecision>,
		options?: RequestOptions,
	): ApiPromise<api.RecoveryCase> {
		return this.call("decideRecoveryCase", { path: { caseId }, body }, options);
	}

	/** What a passkey signs for a decision, and what `navigator.credentials.get()` needs. */
	beginDecision(
		caseId: string,
		body: Input<api.UnsignedCaseDecision>,
		options?: RequestOptions,
	): ApiPromise<api.DecisionSigning> {
		return this.call("beginDecision", { path: { caseId }, body }, options);
	}

	/** Takes a case for a day, so that colleagues see who works on it. */
	takeCase(caseId: string, options?: RequestOptions): ApiPromise<api.TakenCaseReceipt> {
		return this.call("takeCase", { path: { caseId } }, options);
	}

	/** Gives back a case that you have taken. */
	giveBackCase(caseId: string, options?: RequestOptions): ApiPromise<api.GivenBackCase> {
		return this.call("giveBackCase", { path: { caseId } }, options);
	}

	/** Waiting cases and decisions of the last twelve weeks. */
	weeks(options?: RequestOptions): ApiPromise<api.ReviewWeekList> {
		return this.call("listReviewWeeks", {}, options);
	}

	/** Reviewers' notes on a case, which nobody else reads. */
	caseNotes(caseId: string, options?: RequestOptions): ApiPromise<api.CaseNoteList> {
		return this.call("listCaseNotes", { path: { caseId } }, options);
	}

	/** Writes a note for other reviewers. */
	addCaseNote(
		caseId: string,
		body: Input<api.NewCaseNote>,
		options?: RequestOptions,
	): ApiPromise<api.CaseNote> {
		return this.call("addCaseNote", { path: { caseId }, body }, options);
	}

	/** Removes a note of your own. */
	removeCaseNote(caseId: string, noteId: string, options?: RequestOptions): ApiPromise<api.RemovedCaseNote> {
		return this.call("removeCaseNote", { path: { caseId, noteId } }, options);
	}

	/** Approves a recovery on its chain: `recoveryModule.approval` makes the typed data that your wallet signs. */
	approveExecution(
		caseId: string,
		body: Input<api.ExecutionApproval>,
		options?: RequestOptions,
	): ApiPromise<api.RecoveryCase> {
		return this.call("approveExecution", { path: { caseId }, body }, options);
	}

	/** The requested origins. */
	origins(query: Query<"reviewOrigins"> = {}, options?: RequestOptions): ApiPromise<api.ReviewedOriginList> {
		return this.call("reviewOrigins", { query }, options);
	}

	/** Decides about an origin. */
	decideOrigin(
		originId: string,
		body: Input<api.OriginDecision>,
		options?: RequestOptions,
	): ApiPromise<api.ReviewedOrigin> {
		return this.call("decideOrigin", { path: { originId }, body }, options);
	}

	/** The accounts without a role, newest first. */
	developers(query: Query<"listDevelopers"> = {}, options?: RequestOptions): List<api.UserList> {
		return new List((more) => this.call("listDevelopers", { query: { ...query, ...more } }, options));
	}

	/** The reviewers, newest first. */
	reviewers(query: Query<"listReviewers"> = {}, options?: RequestOptions): List<api.UserList> {
		return new List((more) => this.call("listReviewers", { query: { ...query, ...more } }, options));
	}

	/** The resolvers, newest first. */
	resolvers(query: Query<"listResolvers"> = {}, options?: RequestOptions): List<api.UserList> {
		return new List((more) => this.call("listResolvers", { query: { ...query, ...more } }, options));
	}

	/** One account. Read it before you grant a role. */
	account(developerId: string, options?: RequestOptions): ApiPromise<api.UserAnswer> {
		return this.call("reviewAccount", { path: { developerId } }, options);
	}

	/** Makes an account a resolver, which may resolve any privacy code. */
	grantResolver(body: Input<api.ResolverGrant>, options?: RequestOptions): ApiPromise<api.UserAnswer> {
		return this.call("grantResolver", { body }, options);
	}

	/** Takes the role away. */
	revokeResolver(developerId: string, options?: RequestOptions): ApiPromise<api.UserAnswer> {
		return this.call("revokeResolver", { path: { developerId } }, options);
	}

	/** The requests for wills. */
	releases(
		query: Query<"reviewReleaseRequests"> = {},
		options?: RequestOptions,
	): List<api.ReviewedReleaseRequestList> {
		return new List((more) => this.call("reviewReleaseRequests", { query: { ...query, ...more } }, options));
	}

	/** One request for a will. */
	release(requestId: string, options?: RequestOptions): ApiPromise<api.ReviewedReleaseRequest> {
		return this.call("reviewReleaseRequest", { path: { requestId } }, options);
	}

	/** The bytes of the court order of such a request. */
	releaseOrder(requestId: string, options?: RequestOptions): ApiPromise<Blob> {
		return this.call("readReleaseOrder", { path: { requestId } }, options);
	}

	/** Decides about such a request. Two reviewers must approve. */
	decideRelease(
		requestId: string,
		body: Input<api.ReleaseDecision>,
		options?: RequestOptions,
	): ApiPromise<api.ReviewedReleaseRequest> {
		return this.call("decideReleaseRequest", { path: { requestId }, body }, options);
	}

	/** Messages that the service's queue could not process. */
	deadLetters(
		query: Query<"listDeadLetters"> = {},
		options?: RequestOptions,
	): List<api.Operations["listDeadLetters"]["result"]> {
		return new List((more) => this.call("listDeadLetters", { query: { ...query, ...more } }, options));
	}

	/** Processes such a message again. */
	requeueDeadLetter(deadLetterId: string, options?: RequestOptions): ApiPromise<api.DeadLetter> {
		return this.call("requeueDeadLetter", { path: { deadLetterId } }, options);
	}

	/** The audit log, newest first. */
	audit(query: Query<"listAuditEvents"> = {}, options?: RequestOptions): List<api.AuditEventList> {
		return new List((more) => this.call("listAuditEvents", { query: { ...query, ...more } }, options));
	}
}
