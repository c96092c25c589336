/** All attacks, with how hard each of them hits. */
import {
	guessPasswords,
	issueAndRevokeKeys,
	listWithFiltersThatMatchNothing,
	logInWithNewWallets,
	registerInParallel,
	sendForgedTokens,
	sendWrongSecrets,
	testWebhooksOfNewEndpoints,
} from "./accounts.ts";
import { hangUpInTheMiddle, holdSlowBodies, sendJsonOfManyValues, stallUploads } from "./bodies.ts";
import {
	fileAnonymousCasesOnOneAccount,
	fileCasesOfEightWalletsOnOneAccount,
	fileLargeCases,
	fileUnderForgedOrigin,
	readLargeEvidence,
	reportUnseenHashes,
} from "./cases.ts";
import type { Attack } from "./ground.ts";
import { sendBadContests, sendContestsOfMadeUpAccounts } from "./owners.ts";

/** How many attackers take the steps, and how long each of them pauses after a step. */
export type Force = { atOnce: number; pauseMs: number };

/** About as hard as each of them was when it hurt an earlier version. */
export const ATTACKS: Record<string, Force & { attack: Attack }> = {
	"JSON of many values": { attack: sendJsonOfManyValues, atOnce: 1, pauseMs: 1_000 },
	"unseen hashes": { attack: reportUnseenHashes, atOnce: 1, pauseMs: 1_000 },
	"cases of 0.9 MiB": { attack: fileLargeCases, atOnce: 1, pauseMs: 500 },
	"evidence of 0.9 MiB": { attack: readLargeEvidence, atOnce: 40, pauseMs: 500 },
	"forged Origin": { attack: fileUnderForgedOrigin, atOnce: 1, pauseMs: 250 },
	"wrong passwords": { attack: guessPasswords, atOnce: 2, pauseMs: 250 },
	"slow bodies": { attack: holdSlowBodies, atOnce: 130, pauseMs: 5_000 },
	"stalled uploads": { attack: stallUploads, atOnce: 4, pauseMs: 1_000 },
	"wallet logins": { attack: logInWithNewWallets, atOnce: 1, pauseMs: 250 },
	"anonymous cases": { attack: fileAnonymousCasesOnOneAccount, atOnce: 1, pauseMs: 500 },
	"cases of eight wallets": { attack: fileCasesOfEightWalletsOnOneAccount, atOnce: 1, pauseMs: 1_000 },
	"keys issued and revoked": { attack: issueAndRevokeKeys, atOnce: 1, pauseMs: 50 },
	"webhook tests": { attack: testWebhooksOfNewEndpoints, atOnce: 1, pauseMs: 250 },
	"hang-ups": { attack: hangUpInTheMiddle, atOnce: 1, pauseMs: 250 },
	"wrong secrets": { attack: sendWrongSecrets, atOnce: 1, pauseMs: 250 },
	"forged tokens": { attack: sendForgedTokens, atOnce: 1, pauseMs: 250 },
	registrations: { attack: registerInParallel, atOnce: 1, pauseMs: 2_000 },
	"bad contests": { attack: sendBadContests, atOnce: 8, pauseMs: 50 },
	"made-up contests": { attack: sendContestsOfMadeUpAccounts, atOnce: 4, pauseMs: 50 },
	"lists without matches": { attack: listWithFiltersThatMatchNothing, atOnce: 4, pauseMs: 50 },
};
