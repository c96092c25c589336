/** Texts of the reviewers' pages. */

import { labels } from "./labels.ts";
import { problems } from "./problems.ts";
export const review = {
	roleNeeded: {
		title: "This page is for reviewers",
		text: "The account that you are signed in with does not have the role.",
		how: "The operator of this service makes an account a reviewer. Reviewers let courts, notaries and law firms resolve privacy codes. For either role, read out the id below to the person who grants it, over a channel which that person chose. An e-mail address is not enough, because anyone can register one.",
		email: "Signed in as",
		action: "Go to your account",
	},
	list: {
		empty: "There is nothing to show.",
		emptyHere: "Nothing on this page.",
		show: "Show",
		any: "any",
	},
	/** Errors of the API by code. */
	failures: {
		RELEASE_STATUS_ERROR:
			"This request cannot be decided like that: it was decided in the meantime, its waiting period still runs, or it is your own. Nothing was changed.",
		ORIGIN_ALREADY_ALLOWED:
			"This site is allowed for another account already. Withdraw that permission first. Nothing was changed.",
		USER_NOT_FOUND: problems.codes.USER_NOT_FOUND,
		RESOURCE_NOT_FOUND: "This does not exist any more. Nothing was changed.",
		RATE_LIMITED: problems.codes.RATE_LIMITED,
	},
	queue: {
		stop: "Stop on the network until",
		title: "Waiting for a reviewer",
		asked: "What is asked",
		asks: {
			stop: "Stop the recovery on its network",
			answered: "Read the claimant’s answer",
			second: "A second reviewer checks the order",
			order: "Check the court order",
			halted: "Decide on a case that is on hold",
			contested: "Objected: read the objection",
		},
		changed: (ago: string) => `Last changed ${ago}`,
		keys: "Keys: j for the first case and the next one, k for the one before, Return to open it. In a case, c to compare and decide, n for the next case.",
		keysOff: "Turn these keys off",
		keysOn: "Turn these keys on",
		/** Numbers, perhaps with a plus sign. */
		lead: (cases: string, filers: string) =>
			cases === "0"
				? "No case waits."
				: `${cases === "1" ? "1 case waits" : `${cases} cases wait`}, from ${filers === "1" ? "1 filer" : `${filers} filers`}. Objections come first, then the oldest cases.`,
		moreObjected: "More cases have been objected to (show all)",
		noDocument: "no document",
		ofFiler: (filer: string) =>
			`All waiting cases of ${filer}. Objections come first, then the oldest cases.`,
		all: "Back to all filers",
		back: "Back to the queue",
		next: "Next waiting case",
		documents: (count: number) => (count === 1 ? "1 document" : `${count} documents`),
		filer: "Filed by",
		more: (count: number) =>
			count === 1 ? "1 more from the same filer (show)" : `${count} more from the same filer (show)`,
	},
	cases: {
		title: "All cases",
		total: (count: number, isExact: boolean) =>
			isExact ? (count === 1 ? "1 case" : `${count} cases`) : `${count} cases or more`,
		fields: {
			account: "Account, lost or receiving",
			fullCaseNumber: "Court’s case number",
			developerId: labels.developerId,
			reference: "Reference of the partner",
			chainId: labels.network,
			status: labels.status,
			statusReason: labels.statusReason,
			verification: labels.courtOrder,
			sort: "Order of the list",
		},
		verifications: {
			unverified: "not verified",
			verified_once: "verified by one reviewer, a second is needed",
			verified: "verified",
		},
		sorts: { oldest: "oldest first", newest: "newest first" },
	},
	case: {
		done: "Your decision is recorded. The case below shows its effect.",
		attached: "Attached on",
		verified: "Verified on",
		by: "Decided by",
		parties: "Accounts and filing",
		signer: "Signed by",
		signers: { key: "the key of the account that receives", contract: "a contract wallet" },
		through: "Filed through",
		hosted: "these pages, without a partner",
		deleted: "(account deleted)",
		transactions: "What the recovery does",
		raw: "The data itself",
		liveness: "Is the lost account still used?",
		quietAccount:
			"No use has been seen since the case was filed. Where a node for the chain is set up, the service looks once a day.",
		/** Before a time. */
		objected: "It signed an objection on",
		noTransaction: "No transaction has been seen.",
		activeAccount: "The account was used after the case was filed:",
		competing: "Other open claims on the same account",
		noCompeting: "none",
		executionStates: {
			confirming: "The recovery was seen on the chain and is not final yet.",
			final: "The recovery was carried out, and this is final.",
		},
		proofs: {
			trace: "Proven by a trace of its calls.",
			module: "Proven by the recovery module, which made its calls.",
			direct: "Proven by its transactions themselves.",
			decoded: "Proven by decoded calls.",
			attested: "Attested by two reviewers.",
		},
	},
	approval: {
		title: "Approve the recovery on the network",
		lead: "With enough approvals anybody can schedule the recovery. After the account’s delay anybody can execute it, unless it is stopped.",
		cannotUndo:
			"This signature cannot be taken back. If the owner objects later, you must stop the recovery on the network yourself.",
		next: "Show what I sign",
		reviewer: "Your signing address",
		days: "How long the approval can be used to schedule",
		ofDays: (days: number) => (days === 1 ? "one day" : `${days} days`),
		notNow:
			"No approval can be given now: the case is not ready for it, or no reviewer’s address of this service is one of the account’s reviewers.",
		notBefore: "Not to be executed before",
		deadline: "Can be used until",
		submit: "Send the approval",
	},
	origins: {
		title: "Sites of partners",
		lead: "A partner whose site is allowed may file cases from its own pages, and make links that lead here under its name. Allow only a site that you know to be the partner’s: compare it with the domain of the e-mail address.",
		statuses: { requested: "waiting", allowed: "allowed", refused: "refused" },
		developer: "Who asks",
		addresses: {
			confirmed: "the address is confirmed by a code",
			unconfirmed: "the address is not confirmed",
		},
		since: "registered on",
		site: "Site",
		filed: "Cases so far",
		seeFiled: "See them",
		check:
			"Write to the partner at an address that you know already, or telephone. Ask whether this site and this account are its own.",
		looks: {
			allow: {
				title: "Allow this site?",
				effect: "Its pages may then file cases, and its links lead here under its name.",
				action: "Yes, allow this site",
			},
			refuse: {
				title: "Refuse this site?",
				effect:
					"Its pages cannot file cases, and it cannot make links. Cases that are filed already stay open.",
				action: "Yes, refuse this site",
			},
			withdraw: {
				title: "Withdraw the permission?",
				effect:
					"Links that show this site end at once, also those in use, and it cannot make others. Its pages cannot file cases any more. Cases that are filed already stay open.",
				action: "Yes, withdraw the permission",
			},
		},
		decided: "Decided on, by",
		reasonHint: "One line. The partner reads it.",
		allow: "Allow this site",
		refuse: "Refuse this site",
		withdraw: "Withdraw the permission",
		done: "Your decision is recorded.",
	},
	resolvers: {
		title: "Courts and notaries",
		lead: "These accounts may look up privacy codes and ask for wills. To end that, open an account.",
		list: "Accounts with the role",
		grantHeading: "Grant the role",
		grantHow:
			"The person reads their developer id out to you, over a channel that you chose, such as a number from a public register. Enter it here, and look at the account first.",
		idHint: "dev_ and 32 characters.",
		look: "Look at the account",
		registered: "Registered on",
		age: (days: number) => (days < 1 ? "today" : days === 1 ? "1 day ago" : `${days} days ago`),
		roles: {
			developer: "developer, no other role",
			resolver: "may look up privacy codes",
			reviewer: "reviewer",
		},
		compare:
			"Compare address and age with what you know of this person. Anyone can register any e-mail address, so neither proves who it is.",
		grant: "Let this account look up privacy codes",
		revoke: "Revoke the role",
		done: "The role was changed.",
	},
	deadLetters: {
		title: "Messages that failed",
		lead: "Notices to partners that the queue gave up after all retries. The events behind them are stored, and the service goes on trying.",
		statuses: { open: "open", requeued: "sent again" },
		unconfirmed: "not delivered to the queue of each endpoint yet",
		confirmed: "nothing left to deliver",
		received: "Given up on",
		sent: "Sent on",
		event: "Event",
		requeued: "Sent again on, by",
		body: "The message itself",
		requeue: "Send it again",
		done: "The message was sent to the queue again. If it fails again, it comes back as a new entry.",
	},
	audit: {
		title: "Audit",
		lead: "Who did what, newest first. Entries hold ids and no personal data.",
		action: labels.action,
		actor: labels.by,
		target: "On",
		count: "Times",
		network: "from network",
		from: "From (UTC)",
		to: "Before (UTC)",
	},
	releases: {
		title: "Releases of wills",
		lead: "A court asks for the will of somebody who has died. Two reviewers must approve.",
		/** How one request is decided. */
		steps: [
			"Read the order. It must name the person who has died, and this court.",
			"Ask the court whether it has made this order and this request. Take its number from the court’s own site, never from the paper.",
			"Approve if it has. Reject if it has not. If the owner is alive, they can object until the waiting period is over.",
		],
		statuses: { open: "open", approved: "released", objected: "owner objected", rejected: "rejected" },
		phases: {
			challenge_period: "waiting period, cannot be approved yet",
			awaiting_approval: "waits for reviewers",
			downloadable: "can be downloaded",
			objected: "owner objected",
			rejected: "rejected",
			over: "download period is over",
		},
		applicant: "Asked for by",
		account: "Account that asked",
		owner: "Whose will",
		ownerOnChain: (chainId: number) => `contract on chain ${chainId}`,
		asked: "Asked on",
		objectUntil: "Can be approved from",
		downloadUntil: "Download until",
		approvals: "Approvals",
		approval: (count: number) => `${count} of 2`,
		order: "Download the order (PDF)",
		checksum: "SHA-256 of the order",
		approve: "Approve",
		reject: "Reject",
		approveQuestion: "Approve this release?",
		approveFirst:
			"Your approval is noted with your name. When a second reviewer approves too, the account that asked can download the will for seven days.",
		approveSecond:
			"You are the second to approve. The account that asked can download the will at once, for seven days.",
		rejectQuestion: "Reject this release?",
		rejectEffect: "The request ends. The court would have to ask again with a new order.",
		approveAction: "Yes, approve the release",
		rejectAction: "Yes, reject the request",
		done: "Your decision is recorded.",
	},
};
