import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** Links that show a case's evidence to whoever has them. A `caseId` may be the case's jrcHash. */
class EvidenceLinks extends Resource {
	/** Creates a link. Its `url` is in this response only: a repetition has a `notice` instead. */
	create(
		caseId: string,
		body: Input<api.EvidenceLinkRequest> = {},
		options?: RequestOptions,
	): ApiPromise<api.NewEvidenceLink | api.RepeatedEvidenceLink> {
		return this.call("createEvidenceLink", { path: { caseId }, body }, options);
	}

	/** The links of a case. */
	list(caseId: string, options?: RequestOptions): ApiPromise<api.EvidenceLinkList> {
		return this.call("listEvidenceLinks", { path: { caseId } }, options);
	}

	/** Ends a link at once. */
	revoke(
		caseId: string,
		evidenceLinkId: string,
		options?: RequestOptions,
	): ApiPromise<api.RevokedEvidenceLink> {
		return this.call("revokeEvidenceLink", { path: { caseId, evidenceLinkId } }, options);
	}

	/** The evidence behind a link's token. Needs no credential. */
	read(body: Input<api.EvidenceLinkToken>, options?: RequestOptions): ApiPromise<api.EvidenceBundle> {
		return this.call("readLinkedEvidence", { body }, options);
	}
}

/** The documents of cases. A `caseId` may be the case's jrcHash. */
class CaseDocuments extends Resource {
	/** Adds a PDF, at most 10 MiB. It cannot be removed. */
	add(
		caseId: string,
		body: { file: Blob; title: string },
		options?: RequestOptions,
	): ApiPromise<api.CaseDocument> {
		return this.call("addCaseDocument", { path: { jrcHash: caseId }, body }, options);
	}

	/** The bytes of a document. */
	read(caseId: string, documentId: string, options?: RequestOptions): ApiPromise<Blob> {
		return this.call("readCaseDocument", { path: { caseId, documentId } }, options);
	}
}

type Query<Id extends keyof api.Operations> = api.Operations[Id]["query"];

/** Recovery cases: file them, follow them, close them. A `caseId` may be the case's jrcHash everywhere. */
export class Cases extends Resource {
	/** The documents of cases, such as the court order. */
	readonly documents: CaseDocuments = new CaseDocuments(this.call);
	/** Links that show a case's evidence to whoever has them. */
	readonly evidenceLinks: EvidenceLinks = new EvidenceLinks(this.call);

	/** The jrcHash of an intent, and the typed data that the recovery account signs. */
	hash(intent: Input<api.RecoveryIntent>, options?: RequestOptions): ApiPromise<api.CaseHash> {
		return this.call("calculateJrcHash", { body: intent }, options);
	}

	/** Whether you, or somebody else, have filed a case with this intent. */
	exists(intent: Input<api.RecoveryIntent>, options?: RequestOptions): ApiPromise<api.CaseExistence> {
		return this.call("findDuplicateCase", { body: intent }, options);
	}

	/**
	 * Files a case that the recovery account has signed. A repetition returns the case as it stands, so read `status`. A
	 * page without a session gets the short form.
	 */
	create(body: Input<api.NewCase>, options?: RequestOptions): ApiPromise<api.RecoveryCase | api.CaseReceipt> {
		return this.call("createRecoveryCase", { body }, options);
	}

	/** A case with its transactions and its history. */
	get(caseId: string, options?: RequestOptions): ApiPromise<api.RecoveryCase> {
		return this.call("getRecoveryCase", { path: { caseId } }, options);
	}

	/**
	 * Everything about a case in one ZIP archive, as `verifyArchive` checks it. Needs a session, and what proves once more who
	 * has it: a developer's password, or a signed message of the wallet.
	 */
	download(caseId: string, body: Input<api.FreshProof>, options?: RequestOptions): ApiPromise<Blob> {
		return this.call("downloadRecoveryCase", { path: { caseId }, body }, options);
	}

	/**
	 * Your cases, newest first. With `changedSince`, those that have changed, in that order: store `nextChangedSince` of each of
	 * `.pages()`, and send it the next time.
	 */
	list(query: Query<"listRecoveryCases"> = {}, options?: RequestOptions): List<api.RecoveryCaseList> {
		return new List((more) => this.call("listRecoveryCases", { query: { ...query, ...more } }, options));
	}

	/** Attaches the court order that the recovery account has signed. */
	order(
		caseId: string,
		body: Input<api.CourtOrderBody>,
		options?: RequestOptions,
	): ApiPromise<api.RecoveryCase | api.CaseReceipt> {
		return this.call("attachCourtOrder", { path: { jrcHash: caseId }, body }, options);
	}

	/** Contests a case, signed by the lost account. */
	contest(
		caseId: string,
		body: Input<api.CloseCaseBody>,
		options?: RequestOptions,
	): ApiPromise<api.CaseStanding> {
		return this.call("contestRecoveryCase", { path: { jrcHash: caseId }, body }, options);
	}

	/** Withdraws a case, signed by the recovery account. */
	withdraw(
		caseId: string,
		body: Input<api.CloseCaseBody>,
		options?: RequestOptions,
	): ApiPromise<api.CaseStanding> {
		return this.call("withdrawRecoveryCase", { path: { jrcHash: caseId }, body }, options);
	}

	/** Contests all cases of a chain that name the account as lost, signed by it. Stands for 30 days. */
	contestAll(body: Input<api.ContestAllBody>, options?: RequestOptions): ApiPromise<api.AccountContest> {
		return this.call("contestAllRecoveryCases", { body }, options);
	}

	/** The contests of all cases that stand, for a wallet session of the lost account. */
	standingContests(options?: RequestOptions): ApiPromise<api.StandingContestList> {
		return this.call("listStandingContests", {}, options);
	}

	/** Ends such a contest, which then stops no further case. */
	revokeContest(digest: string, options?: RequestOptions): ApiPromise<api.AccountContest> {
		return this.call("revokeStandingContest", { path: { digest } }, options);
	}

	/** Reports the transactions that executed the case. They may still be confirming. */
	reportExecution(
		caseId: string,
		body: Input<api.ExecutionBody>,
		options?: RequestOptions,
	): ApiPromise<api.RecoveryCase | api.ObservedExecution> {
		return this.call("reportExecution", { path: { jrcHash: caseId }, body }, options);
	}

	/** What the chain shows of the reported transactions now. */
	execution(caseId: string, options?: RequestOptions): ApiPromise<api.Operations["getExecution"]["result"]> {
		return this.call("getExecution", { path: { jrcHash: caseId } }, options);
	}

	/**
	 * The approvals of a case, its state on the chain's recovery module, and the calls that schedule, execute and stop it. The
	 * service sends none of them.
	 */
	approval(caseId: string, options?: RequestOptions): ApiPromise<api.ApprovalStanding> {
		return this.call("getApproval", { path: { caseId } }, options);
	}

	/** The signed bundle that proves the case's history. `@replevin/sdk/evidence` verifies it. */
	evidence(caseId: string, options?: RequestOptions): ApiPromise<api.EvidenceBundle> {
		return this.call("getRecoveryCaseEvidence", { path: { caseId } }, options);
	}

	/** The signed head of a case's history, to compare with a bundle by `compareWithHead`. Needs no credential. */
	head(
		caseId: string,
		query: Query<"getRecoveryCaseHead"> = {},
		options?: RequestOptions,
	): ApiPromise<api.CaseHead> {
		return this.call("getRecoveryCaseHead", { path: { jrcHash: caseId }, query }, options);
	}

	/** The events of one case, oldest first, as webhooks carry them. */
	events(
		caseId: string,
		query: Query<"listRecoveryCaseEvents"> = {},
		options?: RequestOptions,
	): List<api.CaseEventList> {
		return new List((more) =>
			this.call("listRecoveryCaseEvents", { path: { caseId }, query: { ...query, ...more } }, options),
		);
	}

	/** The open cases that name an account. Needs no credential, so that every wallet can watch its accounts. */
	notices(query: Query<"listNotices">, options?: RequestOptions): List<api.NoticeList> {
		return new List((more) => this.call("listNotices", { query: { ...query, ...more } }, options));
	}

	/** Open cases of up to a hundred accounts, the oldest ten of each. */
	noticesOf(accounts: readonly string[], options?: RequestOptions): ApiPromise<api.FoundNotices> {
		return this.call("searchNotices", { body: { accounts: [...accounts] } }, options);
	}

	/** What a token's contract says about itself, such as its decimals. Anyone can make a contract say anything. */
	token(chainId: number, address: string, options?: RequestOptions): ApiPromise<api.Token> {
		return this.call("getToken", { path: { chainId: String(chainId), address } }, options);
	}
}
