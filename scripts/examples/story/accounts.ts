/** An account of a developer from its registration to its deletion, wallet sessions, and origins of browsers. */
import { privateKeyToAccount } from "viem/accounts";
import {
	ACCOUNT_CODE_LENGTH,
	accountCodeHash,
	accountCodeOf,
} from "../../../src/developers/account/account-code.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { unsubscribeTokenOf } from "../../../src/mail/unsubscribe-token.ts";
import { testSecrets } from "../../../test/support/service/secrets.ts";
import { recoveryAccountKey } from "../../../test/support/signing/vectors.ts";
import { type Headers, withinAMinute } from "../recorder.ts";
import {
	type Account,
	bearer,
	keyPair,
	newAccount,
	once,
	PASSWORD,
	type Stage,
	walletSession,
} from "./people.ts";

const EMAIL = "developer@example.com";

/** @returns the account with whose key pair the rest of the story calls */
export async function openAccount(stage: Stage): Promise<Account> {
	const { record, call } = stage;
	await record("getHealth");
	await record("getClientConfig");
	const credentials = { email: EMAIL, password: PASSWORD };
	const registered = await record("register", { body: credentials });
	const login = await record("login", { body: credentials });
	const session = bearer(login.text("accessToken"));
	await confirmAddress(stage, session);
	await record("getCurrentUser", { as: session });
	const issue = {
		as: once(session, "issue-production-key"),
		body: { label: "production backend", expiresInDays: 365 },
	};
	const issued = await record("issueApiKey", issue);
	await record("issueApiKey", issue);
	const key = keyPair(issued);
	await call("listWebhookEndpoints", { as: key });
	await moveAddress(stage, session);
	await chooseMails(stage, session, registered.text("user.id"));
	await rotateKeys(stage, session);
	return { email: EMAIL, developerId: registered.text("user.id"), session, key };
}

/** The same in every run: no random number made it. */
const CODE = accountCodeOf(new Uint8Array(ACCOUNT_CODE_LENGTH));
const OTHER_CODE = accountCodeOf(new Uint8Array(ACCOUNT_CODE_LENGTH).fill(1));

async function confirmAddress({ record, service }: Stage, session: Headers): Promise<void> {
	await record("requestEmailConfirmation", { as: session });
	await service.sql("UPDATE account_codes SET code_hash = ?", accountCodeHash(CODE));
	await record("confirmEmail", { as: session, body: { code: CODE } });
}

/** The account keeps its address in the end. */
async function moveAddress({ record, service }: Stage, session: Headers): Promise<void> {
	const move = { newEmail: "team@example.com", currentPassword: PASSWORD };
	await record("requestEmailChange", { as: session, body: move });
	const hashes = [CODE, OTHER_CODE].map(accountCodeHash);
	await service.sql("UPDATE email_changes SET current_code_hash = ?, new_code_hash = ?", ...hashes);
	await record("changeEmail", { as: session, body: { currentCode: CODE, newCode: OTHER_CODE } });
	await service.sql("UPDATE developers SET email = ? WHERE email = ?", EMAIL, move.newEmail);
}

async function chooseMails({ record }: Stage, session: Headers, recipient: string): Promise<void> {
	const kind = "endpoint_disabled";
	const pepper = Buffer.from(JSON.parse(testSecrets.PEPPERS)["1"], "base64");
	const peppers = createPeppers({ currentVersion: 1, byVersion: new Map([[1, pepper]]) });
	const token = unsubscribeTokenOf(peppers, { recipient, kind });
	await record("unsubscribe", { body: { token } });
	await record("listMailChoices", { as: session });
	await record("chooseMail", { as: session, body: { kind, enabled: true } });
}

/** A session rotates a key pair, and the successor rotates itself. Then the session revokes both. */
async function rotateKeys({ record, call }: Stage, session: Headers): Promise<void> {
	const staging = await call("issueApiKey", {
		as: session,
		body: { label: "staging", expiresInDays: 90 },
	});
	const rotate = {
		as: once(session, "rotate-staging-key"),
		params: { keyId: staging.text("keyId") },
		body: { overlapSeconds: 3600 },
	};
	const rotated = await record("rotateApiKey", { ...rotate, name: "by_a_session" });
	await record("rotateApiKey", { ...rotate, name: "repeated" });
	const keyId = rotated.text("keyId");
	await record("rotateApiKey", {
		as: keyPair(rotated),
		params: { keyId },
		body: { overlapSeconds: 600 },
		name: "by_itself",
	});
	await withinAMinute(async () => {
		const { body } = await call("listApiKeys", { as: session });
		return JSON.stringify(body).split('"lastUsedAt":"').length > 2;
	}, "the last use of both keys is noted");
	await record("listApiKeys", { as: session });
	await record("revokeApiKey", { as: session, body: { keyId } });
}

export async function openSessions({ record }: Stage): Promise<void> {
	const clientId = testSecrets.UI_CLIENT_ID;
	const clientSecret = testSecrets.UI_CLIENT_SECRET;
	await record("issueAnonymousJwt", { body: { clientId, clientSecret } });
	const wallet = privateKeyToAccount(recoveryAccountKey);
	const challenge = await record("issueWalletChallenge", {
		body: { address: wallet.address, chainId: 8453 },
	});
	const sign = async (body: Record<string, unknown>) => ({
		...body,
		signature: await wallet.signMessage({ message: String(body.message) }),
	});
	await record("openWalletSession", { body: await sign({ message: challenge.text("message") }), sign });
}

/** An owner has an address told of claims, and takes it away. */
export async function watchAccount(stage: Stage): Promise<void> {
	const { record, service } = stage;
	const as = await walletSession(stage, privateKeyToAccount(recoveryAccountKey));
	const added = await record("addWatcher", { as, body: { email: "owner@example.com" } });
	const fixCode = () => service.sql("UPDATE watchers SET code_hash = ?", accountCodeHash(CODE));
	await fixCode();
	await record("confirmWatcher", { as, body: { code: CODE } });
	await record("listWatchers", { as });
	await record("resumeWatcher", { as, params: { watcherId: added.text("watcherId") } });
	await record("removeWatcher", { as, params: { watcherId: added.text("watcherId") } });
	await fixCode();
	await record("keepWatcher", { body: { code: CODE } });
}

/** A claimant has an address told of her case. */
export async function watchCase(stage: Stage, caseId: string): Promise<void> {
	const as = await walletSession(stage, privateKeyToAccount(recoveryAccountKey));
	const body = { email: "claimant@example.com", caseId };
	await stage.record("addWatcher", { as, body, name: "of_a_case" });
}

/** @returns an allowed origin of the developer */
export async function allowOrigin({ record }: Stage, developer: Account, reviewer: Account): Promise<string> {
	const origin = "https://app.example.com";
	const requested = await record("requestOrigin", { as: developer.session, body: { origin } });
	await record("requestOrigin", { as: developer.session, body: { origin } });
	await record("reviewOrigins", { as: reviewer.session });
	await record("decideOrigin", {
		as: reviewer.session,
		params: { originId: requested.text("originId") },
		body: { decision: "allow", reason: "The site of a partner under contract." },
	});
	await record("listOrigins", { as: developer.session });
	return origin;
}

/** After this, pages of the developer are no longer allowed. */
export async function removeOrigin({ record, call }: Stage, developer: Account): Promise<void> {
	const { body } = await call("listOrigins", { as: developer.session });
	const originId: unknown = Object(body).data[0].originId;
	await record("removeOrigin", { as: developer.session, params: { originId: String(originId) } });
}

export async function listAccounts({ record }: Stage, { session }: Account): Promise<void> {
	await record("listDevelopers", { as: session, query: { limit: 1 } });
	await record("listReviewers", { as: session });
	await record("listResolvers", { as: session });
}

/** @returns the account of a court that may resolve any privacy code */
export async function grantResolver(stage: Stage, reviewer: Account): Promise<Account> {
	const court = await newAccount(stage, "registry@court.example");
	const as = reviewer.session;
	const { developerId: courtId } = court;
	await stage.record("reviewAccount", { as, params: { developerId: courtId } });
	await stage.record("grantResolver", { as, body: { developerId: courtId } });
	const former = await newAccount(stage, "former@court.example");
	const { developerId } = former;
	await stage.call("grantResolver", { as, body: { developerId } });
	await stage.record("revokeResolver", { as, params: { developerId } });
	return court;
}

export async function endAccount(stage: Stage): Promise<void> {
	const { record, call, service } = stage;
	const { email, session, developerId } = await newAccount(stage, "leaving@example.com");
	const newPassword = "another Horse 8 battery";
	await record("changePassword", { as: session, body: { currentPassword: PASSWORD, newPassword } });
	// As `npm run developer -- reset` does it.
	await service.sql(
		"INSERT INTO account_codes (code_hash, purpose, developer_id, is_mailed, expires_at) VALUES (?, 'reset_password', ?, 0, ?)",
		...[accountCodeHash(CODE), developerId, Date.now() + 60_000],
	);
	await record("requestPasswordReset", { body: { email } });
	await record("resetPassword", { body: { token: CODE, newPassword: PASSWORD } });
	const logIn = async () => {
		const login = await call("login", { body: { email, password: PASSWORD } });
		return bearer(login.text("accessToken"));
	};
	await record("logout", { as: await logIn() });
	await logIn();
	const current = await logIn();
	const sessions = await record("listSessions", { as: current });
	const listed: unknown = Object(sessions.body).data[1].sessionId;
	await record("endSession", { as: current, params: { sessionId: String(listed) } });
	await logIn();
	await record("endOtherSessions", { as: current });
	await record("logoutEverywhere", { as: await logIn() });
	await record("deleteAccount", { as: await logIn(), body: { password: PASSWORD } });
}
