/**
 * Texts of `/verify`, on the page and in its script, and of what the exhibit shares with it.
 * Over 300 lines, because the words of all moves, states and faults are records, in which a missing one is a type error.
 */
import type { CaseStatus, Move, PendingPhase, StatusReason } from "../../../../protocol/enumerations.ts";
import type { RecoveryReason } from "../../../../protocol/intent.ts";
import { labels } from "./labels.ts";
export const verify = {
	title: "Check the evidence of a case",
	lead: "An evidence file holds everything that happened in a case, with the signatures of the people who did it. This page shows whether a file is genuine, and whether it belongs to the paper in your hand. The file stays in your browser. With a connection, the page asks this service whether anything happened later, by the fingerprint alone.",
	steps: {
		heading: "How to check",
		items: [
			"Get the evidence file of the case: from a party, from the case’s page, or through an evidence link.",
			"If you have a printed exhibit, type its fingerprint below.",
			"Choose the file, or drop it on this page.",
			"Read what the page says. It names the entry that fails, if one does.",
		],
	},
	without: {
		heading: "Checking needs JavaScript, or the command line",
		off: "This page checks the file with JavaScript, which is off in your browser. Turn it on.",
		/** With JavaScript on, but without the page's script. */
		notLoaded: "A part of this page did not arrive",
		reload:
			"Without that part the page cannot check a file. Check your connection, then load the page again. If it still says this, try again in a few minutes or with another browser.",
		expert:
			"An expert can also check the file without this page: the guide “Evidence for courts” at /developers/docs/evidence has the commands. They need no account and no help from us.",
	},
	offline:
		"This page has all it needs. You can switch the network off now and still check a file. Only whether anything happened later cannot be checked then.",
	file: {
		label: "Evidence file",
		hint: "A file that ends in .json. It stays on this device.",
		drop: "You can also drop the file anywhere on this page.",
		unreadable: "The file could not be opened. Choose it again.",
		paper:
			"This is a PDF, perhaps the paper itself, and not the evidence file. Choose the file that ends in .json. If you have none, ask the party for it.",
		other:
			"This is not an evidence file, or only a part of one, so it says nothing about a case. Choose the file that ends in .json, exactly as it was downloaded. If you have none, ask the party for it.",
		large: "The file is larger than an evidence file can be, so it was not opened.",
		again: "The language was changed. Choose the file again.",
	},
	link: {
		reading: "Fetching the evidence behind this link …",
		gone: "This link shows nothing. It may have expired, it may have been revoked, or a part of the address is missing. Ask whoever gave it to you for a new one, or for the evidence file itself.",
		tooMany: "Too many requests came from your network. Please wait a minute, then reload this page.",
		failed:
			"The evidence could not be fetched. Check your connection, then reload this page. A file that you have can be checked without a connection.",
	},
	fingerprint: {
		heading: "You came here from a printed exhibit",
		text: "The code on the paper names one recovery by its fingerprint, which is filled in below. Ask the party who gave you the paper for the evidence file that belongs to it, and choose that file. This page then compares the two fingerprints and checks everything in the file.",
		label: "Fingerprint on the paper",
		hint: "64 digits and letters behind 0x. Capital letters, spaces, dashes and line breaks do not matter. Leave it empty if you have no paper.",
		typed: {
			foreign: (signs: string, places: string) =>
				`“${signs}” at place ${places} cannot be right: a fingerprint has only 0 to 9 and a to f.`,
			alike: (sign: string, place: number, read: string) => `“${sign}” at place ${place} is read as ${read}.`,
			count: (count: number, all: number) =>
				count < all ? `${count} of ${all} so far.` : `${count} signs are too many: there are ${all}.`,
			whole: "All 64 are there.",
		},
		none: "Not yet compared with your paper. If you have one, type its fingerprint above.",
		/** @param of the digits that were typed; `differs` is the first block of eight that does not agree */
		part: (of: { count: number; agree: number; differs: { number: number; typed: string } | null }) =>
			of.differs === null
				? `The first ${of.count} of 64 agree with the file. Type the rest: only all of them are proof that the file belongs to the paper.`
				: `${of.count} of 64, so nothing is proved yet. ${of.agree === 0 ? "A" : `The first ${of.agree} agree, then a`} digit is missing, wrong or too many: look at block ${of.differs.number} on the paper. You typed ${of.differs.typed} there.`,
		few: {
			title: "The two fingerprints differ",
			text: "They are almost the same. Look at the paper again at these places. If you mistyped, correct it above. If the paper says so, the file is not about your paper.",
			place: (place: number, paper: string, file: string) =>
				`Place ${place}: you typed ${paper}, the file has ${file}.`,
		},
		same: "The file belongs to the paper: both have the same fingerprint.",
		other: {
			title: "This file is not about the case on your paper",
			text: "The file is about another case, so nothing in it is about your paper. Ask whoever gave you the paper for the file that belongs to it.",
			inFileLabel: "Fingerprint in the file",
		},
		malformed:
			"The address of this page holds neither a fingerprint nor an evidence link that is whole. Scan the code again, or copy the whole address.",
	},
	checking: "Checking the file …",
	checked: "Checked on",
	accepted: {
		title: "The evidence is genuine",
		text: (issuer: string, time: string, hasOrder: boolean) =>
			`${issuer} issued this file on ${time}. It has not been changed since, no entry up to then is missing, and each signature by a key was made by the account that it names. That does not show that the claimant is entitled${hasOrder ? ", or that the order is real" : ""}.`,
		otherIssuer: (issuer: string, here: string) =>
			`The file names ${issuer} as its service, but this page belongs to ${here}. Both use the same key. Ask ${issuer} whether ${here} is also its address.`,
		/** To tick off by hand. */
		compare: {
			heading: "Compare with your paper",
			items: [
				"The fingerprint",
				"Both accounts and the network",
				"Each transaction",
				"The hash of the last entry",
			],
			transactions: (count: number) =>
				count === 1 ? "1, which is in words below" : `${count}, which are in words below`,
			all: "Paper and file agree.",
		},
		/** Also on the exhibit. */
		order: {
			heading: (hasOrder: boolean): string =>
				hasOrder ? "The court’s order should" : "If the court grants the recovery, its order should",
			items: [
				"quote the whole fingerprint, which stands for exactly these accounts and transactions;",
				"name both accounts, the network, and what is to be moved, in words and figures;",
				"say who may send the transactions, and from when;",
				"carry the court’s case number, the date, and the seal.",
			],
			compare: "Compare the order with these points.",
			sample: "The party can print sample words for such an order from the page of the paper for the court.",
		},
		proves: {
			heading: "This is proved",
			items: [
				"The recovery is exactly the one that the receiving account signed: accounts, network and transactions.",
				"Each entry follows from the one before, in this order, and by the rules of the service.",
				"Each message that is marked as checked was signed with the key of the account named beside it.",
			],
		},
		trusts: {
			heading: "This you take from the service on trust",
			items: [
				"The times of the entries, and what reviewers decided and wrote.",
				"That contract wallets accepted their signatures, at the block that is named.",
				"What was seen on the network. Anybody can look at the transactions there.",
				"That nothing happened after the file was made. The file cannot show it; the service says it above.",
			],
			order: (caseNumber: string) =>
				`Whether the court order is real, although a reviewer may have checked it. The court’s own register decides, under ${caseNumber}.`,
		},
	},
	/** Times are those of the file or of the service's answer. */
	freshness: {
		limit: (time: string, entry: number) =>
			`Complete up to ${time}, entry ${entry}. What happened later is not in this file.`,
		asking: "Asking this service whether anything happened later …",
		latest: (time: string) => `This is still the latest: on ${time}, this service had no later entry.`,
		later_entries: (count: number, time: string) =>
			`On ${time}, there ${count === 1 ? "was 1 later entry" : `were ${count} later entries`}. Ask for a newer file before you rely on this one.`,
		behind: (time: string) =>
			`The public copy of this service, of ${time}, is older than the file. Check the file again in a few minutes.`,
		unproven:
			"Nothing shows whether anything happened later, because this service gave no answer with its seal. Check the file again with a connection.",
		two_stories: {
			title: "The service has told two stories",
			text: (entry: number) =>
				`The service sealed this file, and has now sealed another content of entry ${entry}. Both cannot be true. Keep the file and the values below: together they prove it.`,
			inFile: "Hash of the entry in the file",
			now: "Hash of the entry now",
			seal: "The service’s seal over it now",
		},
	},
	rejected: {
		title: "Do not rely on this file",
		text: "The check failed: the file was changed, is not whole, or was not made by this service.",
		advice:
			"Ask for the file again, and open it exactly as it was downloaded. A program that displays or saves it anew may change it.",
		heading: "What fails",
		ended: (count: number) => `The check ended after the first ${count} faults. There may be more.`,
		details: "Exactly where, and with which values",
		path: "Place in the file",
		expected: "Expected",
		found: "Found",
	},
	/** The exhibit has the same headings, so that a court can compare the two. */
	parts: {
		case: labels.theCase,
		accounts: "The accounts",
		transactions: "What the recovery does",
		order: "The court order",
		history: "What has happened in the case",
		events: "Notices to the partner",
	},
	fields: {
		caseId: labels.caseId,
		jrcHash: labels.fingerprint,
		status: labels.status,
		issuer: "Issued by",
		issuedAt: "Issued on",
		key: "Signed with the key",
		digest: "Hash of the content that the seal covers",
		lostAccountOf: labels.lostAccountOf,
		recoveryAccount: labels.recoveryAccount,
		chain: labels.chain,
		reason: labels.reason,
		filed: labels.filed,
		to: labels.calledAccount,
		value: labels.wei,
		data: labels.data,
		noData: labels.none,
		bytes: (count: number) => `${count} bytes`,
		caseNumber: labels.caseNumber,
		title: labels.orderTitle,
		docketNumber: labels.docketNumber,
		court: labels.court,
		verification: labels.verification,
		verifications: {
			unverified: "not yet",
			verified_once: "by one, a second is needed",
			verified: "yes",
		},
		eventCount: (count: number) =>
			count === 1
				? "1 notice, which follows from the history."
				: `${count} notices, which follow from the history.`,
		entry: "Entry",
		time: labels.time,
		who: labels.by,
		what: labels.what,
	},
	/** Before accounts that are neither the lost nor the receiving one. */
	outsiders: "These transactions pay or empower another account than the one that receives:",
	/** Below each entry of the history, to compare with the exhibit on paper. */
	entryHash: labels.hash,
	signatures: {
		recovered: "Signature checked. Signed by",
		as_recorded: (block: number) =>
			`Signature of a contract wallet, which accepted it at block ${block}, as the service recorded:`,
		by_passkey: "Signature checked. Signed by the passkey of reviewer",
		none: "not signed by a wallet",
	},
	chain: (name: string | null, id: number) =>
		name === null ? `network ${id} (not a public one that we know)` : `${name} (chain ${id})`,
	reasons: {
		"lost key": "The key was lost",
		inheritance: "Inheritance",
		other: "Another reason",
	} satisfies Record<RecoveryReason, string>,
	statuses: {
		created: "filed, waiting for a court order",
		pending: "court order attached",
		action_required: "on hold",
		executed: "carried out",
		rejected: "closed",
	} satisfies Record<CaseStatus, string>,
	/** Of a pending case. */
	phases: {
		order_attached: "court order attached, not verified yet",
		order_verified: "court order verified, the waiting period runs",
		executable: "court order verified, ready to be carried out",
	} satisfies Record<PendingPhase, string>,
	/** Behind the reason of a halt. */
	answered: "answered by the claimant",
	statusReasons: {
		order_unverifiable: "the court order could not be verified",
		documents_missing: "documents are missing",
		contested: "the lost account has objected",
		lost_account_active: "the lost account was used",
		expired: "no court order came in time",
		executed_without_verified_order: "carried out without a verified order",
		executed_before_challenge_period: "carried out before the waiting period was over",
		owner_not_watched: "carried out while the lost account was not watched",
		execution_mismatch: "other transactions were sent than those of the case",
		contested_by_lost_account: "the lost account has objected",
		withdrawn_by_claimant: "withdrawn by the claimant",
		rejected_by_reviewer: "rejected by a reviewer",
	} satisfies Record<StatusReason, string>,
	actors: {
		/** The reader of the page. */
		you: "you",
		developer: "the partner",
		recovery_account: "the receiving account",
		lost_account: "the lost account",
		clock: "the passing of time",
		chain: "the chain",
		reviewer: "a reviewer",
	},
	moves: {
		create: "filed the case",
		attach_order: "entered the court order",
		contest: "objected to the case",
		withdraw: "withdrew the case",
		contest_all: "objected to all cases about the account",
		expire: "the time for a court order ended",
		allow_execution: "the waiting period ended",
		observe_activity: "somebody used the lost account",
		lose_watch: "the lost account could no longer be watched",
		regain_watch: "the lost account was watched again",
		prove_execution: "the transactions were seen on the network",
		find_mismatch: "other transactions than those of the case were seen",
		judge_execution: "the transactions were checked again",
		verify_order: "said that the court confirmed the order",
		require_action: "put the case on hold",
		clear: "let the case go on",
		reject: "rejected the case",
		attest_execution: "confirmed that the recovery is carried out",
		add_document: "added a document",
		approve_execution: "approved the recovery on the network",
		observe_module: "the recovery module recorded a change",
	} satisfies Record<Move, string>,
	/** Where a fault is. `entry` counts from 1. */
	places: {
		bundle: "The file",
		head: "The seal of the file",
		intent: labels.theRecovery,
		history: "The history",
		events: "The notices",
		state: "The status at the end",
		entry: (entry: number, move: string | null) =>
			move === null ? `Entry ${entry} of the history` : `Entry ${entry} of the history (${move})`,
		event: (event: number) => `Notice ${event}`,
	},
	/** Each continues a sentence that begins with the place of the fault. */
	faults: {
		not_json: "is not an evidence file.",
		not_canonical: "is not in its exact form. It was opened and saved by another program.",
		unknown_content: "holds content that an evidence file cannot have.",
		too_large: "is larger than any part of an evidence file.",
		malformed: "does not have the form that is prescribed here.",
		head_not_jws: "is not in the prescribed form.",
		head_wrong_header: "is of another kind than that of evidence.",
		head_not_canonical: "has a signature that is not in its only accepted form.",
		head_wrong_content: "covers something other than evidence.",
		keys_malformed: "cannot be checked, because this page has no keys.",
		key_unknown: (kid: string) =>
			`names the key “${kid}”, which this service never published. The file may be of another service.`,
		key_ambiguous: (kid: string) => `names the key “${kid}”, which is published more than once.`,
		key_unusable: (kid: string) => `names the key “${kid}”, which this browser cannot use.`,
		head_wrong_signature: (kid: string) => `was not made with the service’s key “${kid}”.`,
		digest_differs: "was changed after the service sealed it.",
		jrc_hash_wrong: "has a fingerprint that does not belong to the recovery in it.",
		case_id_wrong: "has a case id that does not follow from the fingerprint.",
		intent_differs: "is not the one that the case was filed with.",
		entry_missing: "lacks an entry that a notice named.",
		message_differs: "shows another message than the one that belongs to this case.",
		message_digest_wrong: "names another message than it shows.",
		signature_wrong: (expected: string, found: string | null) =>
			found === null
				? `has a signature that ${expected} did not make.`
				: `should be signed by ${expected}. For this message, the signature is that of ${found}.`,
		decision_signature_wrong: "is a decision that the named passkey did not sign.",
		comparison_wrong: "states a comparison with the claim that is not true or not allowed.",
		sequence_wrong: (expected: number) => `has another number than ${expected}, its place in the history.`,
		payload_of_other_move: "records one act and shows another.",
		payload_changed: "was changed: its content does not match its fingerprint.",
		chain_broken: "does not follow from the entry before. An entry was changed, removed or added.",
		move_rejected: "is an act that the rules do not allow at this point.",
		move_without_effect: "is an act that has no effect here, so it cannot stand in the history.",
		second_creation: "files the case a second time.",
		creation_missing: "comes first, but does not file the case.",
		result_wrong: "names another result than the rules give.",
		event_count_wrong: (expected: number, found: number) =>
			`number ${found}, but the history gives ${expected}.`,
		event_wrong: "does not follow from the history.",
		state_wrong: "does not follow from the history.",
		version_wrong: (expected: number, found: number) => `has ${found} entries, but the case has ${expected}.`,
	},
};
