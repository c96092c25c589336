import { waitUntil } from "cloudflare:workers";
import type { Config } from "../config/config.ts";
import { createPeppers, type Peppers } from "../kernel/crypto/pepper.ts";
import type { MailService } from "../mail/mail-service.ts";
import { wireSuppressions } from "../mail/wire.ts";
import type { Budgets } from "../quota/budgets.ts";
import { createLoginGuard } from "../quota/login-guard.ts";
import type { VerifySignature } from "../quota/node-requests.ts";
import { createAccountCodes } from "./account/account-codes.d1.ts";
import { createAccountService } from "./account/account-service.ts";
import { createCodeService } from "./account/code-service.ts";
import { createCredentialService } from "./account/credential-service.ts";
import { createDeveloperRows } from "./account/developers.d1.ts";
import { createEmailChangeService } from "./account/email-change-service.ts";
import { createEmailChanges } from "./account/email-changes.d1.ts";
import { createApiKeyService } from "./api-keys/api-key-service.ts";
import { createKeyRows } from "./api-keys/api-keys.d1.ts";
import { createKeyHints } from "./api-keys/key-hints.kv.ts";
import { createProvenKeys } from "./api-keys/proven-keys.ts";
import { createAuthenticator } from "./authenticator.ts";
import { createIdempotencyService } from "./idempotency/idempotency-service.ts";
import { createAnonymousService } from "./login/anonymous-service.ts";
import { createKnownDevices } from "./login/known-devices.ts";
import { createSessionService } from "./login/session-service.ts";
import { createSessionTokens, type SessionTokens } from "./login/session-token.ts";
import { createOriginService } from "./origins/origin-service.ts";
import { createOriginRows } from "./origins/origins.d1.ts";
import { createPasskeyService } from "./passkeys/passkey-service.ts";
import { createPasskeyRows } from "./passkeys/passkeys.d1.ts";
import { loadWebauthn } from "./passkeys/webauthn-module.ts";
import { createBreachedPasswords } from "./passwords/breached-passwords.ts";
import { createHashGate } from "./passwords/hash-gate.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { createResolverService } from "./resolvers/resolver-service.ts";
import { createChallengeRows } from "./wallets/wallet-challenges.d1.ts";
import { createWalletService } from "./wallets/wallet-service.ts";

/** A hash blocks the whole isolate, so each isolate has one gate. */
const hashGate = createHashGate({
	now: () => Date.now(),
	wait: (milliseconds) => scheduler.wait(milliseconds),
	runLater: waitUntil,
});

/** An isolate may see several `env` objects. */
const provenKeys = createProvenKeys();

const keysByConfig = new WeakMap<Config, { peppers: Peppers; tokens: SessionTokens }>();

export function wireDevelopers(
	env: Env,
	config: Config,
	{
		verifySignature,
		mail,
		budgets,
	}: { verifySignature: VerifySignature; mail: MailService; budgets: Budgets },
) {
	const { peppers, tokens } = keysOf(config);
	const accountOf = (name: string) => env.ACCOUNTS.getByName(name);
	const keyRows = createKeyRows(env.DB);
	const hints = createKeyHints(env.API_KEYS);
	const rows = createDeveloperRows(env.DB);
	const accountPorts = {
		rows,
		codes: createAccountCodes(env.DB),
		mail,
		suppressions: wireSuppressions(env, config),
		accountOf,
		passwords: createPasswords({
			...{ peppers, gate: hashGate },
			isBreached: createBreachedPasswords(config.breachedPasswords),
		}),
		guard: createLoginGuard({ peppers, guardOf: (name) => env.LOGIN_GUARDS.getByName(name) }),
		devices: createKnownDevices(peppers),
	};
	const codes = createCodeService({ ...accountPorts, budgets, isLocal: config.isLocal, runLater: waitUntil });
	const passkeys = createPasskeyService({
		rows: createPasskeyRows(env.DB),
		findById: rows.findById,
		accountOf,
		mail,
		origin: config.appOrigin,
		requiredFrom: config.passkeysRequiredFrom,
		requireConfirmed: codes.requireConfirmed,
		load: loadWebauthn,
	});
	const credentials = createCredentialService(accountPorts);
	return {
		passkeys,
		developers: {
			...createAccountService({ ...accountPorts, passkeys, tokens, runLater: waitUntil }),
			...credentials,
			...createEmailChangeService({
				...{ ...accountPorts, budgets },
				changes: createEmailChanges(env.DB),
				asOwner: credentials.asOwner,
			}),
			...codes,
			mayUseRole: passkeys.mayUseRole,
			...createSessionService(accountOf),
			...createApiKeyService({ peppers, accountOf }),
		},
		access: {
			anonymous: createAnonymousService({ client: config.uiClient, tokens }),
			wallets: createWalletService({
				rows: createChallengeRows(env.DB),
				accountOf,
				tokens,
				verifySignature,
				appOrigin: config.appOrigin,
			}),
			origins: createOriginService(createOriginRows(env.DB), config.appOrigin),
			resolvers: createResolverService(accountPorts.rows),
			accounts: accountPorts.rows.listByRole,
		},
		idempotency: createIdempotencyService({ peppers, accountOf }),
		authenticator: createAuthenticator({
			peppers,
			tokens,
			hints,
			rows: keyRows,
			proven: provenKeys,
			accountOf,
			now: () => Date.now(),
			runLater: waitUntil,
		}),
	};
}

function keysOf(config: Config): { peppers: Peppers; tokens: SessionTokens } {
	const known = keysByConfig.get(config);
	if (known) return known;
	const keys = {
		peppers: createPeppers(config.peppers),
		tokens: createSessionTokens({
			issuer: config.appOrigin,
			audience: `${config.appOrigin}/api/v1`,
			keys: config.sessionSigningKeys.keys,
		}),
	};
	keysByConfig.set(config, keys);
	return keys;
}
