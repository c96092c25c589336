/**
 * A factor that the holder of a session shows once more, for what a stolen session must not do (auth.md "Fresh proof"): a
 * developer the password and the passkey, a wallet a new signature.
 */

import type { RecordAudit } from "../audit/audit-event.ts";
import type { PrincipalOf } from "../http/policies.ts";
import type { SessionPrincipal, WalletPrincipal } from "../http/principal.ts";
import { type AppError, invalidField } from "../kernel/errors/app-error.ts";
import type { Infer } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { signatureSchema } from "../kernel/schemas/schemas.ts";
import type { CredentialService } from "./account/credential-service.ts";
import { passkeyAnswer } from "./passkeys/passkey-schemas.ts";
import type { PasskeyService } from "./passkeys/passkey-service.ts";
import { currentPassword } from "./passwords/password-schemas.ts";
import { wrongPassword } from "./passwords/rejected-password.ts";
import { challengeMessage } from "./wallets/challenge-schemas.ts";
import type { WalletService } from "./wallets/wallet-service.ts";

const signedChallenge = {
	message: () =>
		challengeMessage().describe(doc("Of `POST /auth/wallet/challenge` with the purpose `download`.")),
	signature: () => signatureSchema().describe(doc("The wallet's `personal_sign` signature of the message.")),
};

/** For wallets alone. */
export const freshSignatureBody = lazyObject("FreshSignature", () => ({
	message: signedChallenge.message(),
	signature: signedChallenge.signature(),
}));

/** For every session. */
export const freshProofBody = lazyObject(
	{
		id: "FreshProof",
		description: doc("A developer sends `password`, a wallet session `message` and `signature`."),
	},
	() => ({
		password: currentPassword().optional().describe(doc("Of a developer's session.")),
		passkey: passkeyAnswer()
			.optional()
			.describe(doc("Of an account that has a passkey: `POST /auth/passkeys/proof`.")),
		message: signedChallenge.message().optional(),
		signature: signedChallenge.signature().optional(),
	}),
);

type Services = {
	passkeys: Pick<PasskeyService, "prove">;
	developers: Pick<CredentialService, "asOwner">;
	access: { wallets: Pick<WalletService, "proveAgain"> };
};

type Proving<Caller> = {
	principal: Caller;
	body: Infer<typeof freshProofBody>;
	services: Services;
	clientAddress: string;
	audit: RecordAudit;
	now: number;
};

/** @throws AppError unless the caller has shown the factor */
export async function requireFreshProof(request: Proving<PrincipalOf["any_session"]>): Promise<void> {
	const { principal } = request;
	if (principal.kind === "wallet") await requireSignature({ ...request, principal });
	else await requirePassword({ ...request, principal });
}

async function requirePassword(request: Proving<SessionPrincipal>): Promise<void> {
	const { principal, body, services, clientAddress, audit, now } = request;
	const { developerId, sessionId } = principal;
	const { password } = body;
	if (password === undefined) throw missing("password", "is needed from a developer's session");
	await services.passkeys.prove({ developerId, now }, body.passkey);
	const owner = { developerId, sessionId, password, clientAddress, now };
	const wrong = await services.developers.asOwner(owner, () => Promise.resolve());
	if (wrong) throw await wrongPassword(wrong, principal, audit);
}

async function requireSignature(request: Proving<WalletPrincipal>): Promise<void> {
	const { principal, body, services, clientAddress, audit, now } = request;
	const { message, signature } = body;
	if (message === undefined) throw missing("message", "is needed from a wallet session");
	if (signature === undefined) throw missing("signature", "is needed from a wallet session");
	const { subject, page } = principal;
	const signed = { message, signature, subject, page, clientAddress, now };
	const refusal = await services.access.wallets.proveAgain(signed);
	if (!refusal) return;
	await audit({ action: "wallet_session.refused" });
	throw refusal;
}

const missing = (field: string, message: string): AppError =>
	invalidField({ field, rule: "required", message });
