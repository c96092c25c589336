import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** The wallet of a person: its address, and its `personal_sign`. A viem account has the form. */
export type MessageSigner = {
	address: api.Hex;
	signMessage(parameters: { message: string }): Promise<api.Hex>;
};

/** Accounts of developers, and sessions of developers and wallets. */
export class Auth extends Resource {
	/** Registers a developer. */
	register(body: Input<api.Registration>, options?: RequestOptions): ApiPromise<api.UserAnswer> {
		return this.call("register", { body }, options);
	}

	/**
	 * Opens a developer's session. `accessToken` is in the response to a server only. An account with a passkey gets the
	 * question for it, which has a `challenge`: answer it with `finishLogin`.
	 */
	login(body: Input<api.Login>, options?: RequestOptions): ApiPromise<api.Session | api.PasskeyOptions> {
		return this.call("login", { body }, options);
	}

	/** Opens the session with a passkey's answer, or with a recovery code. */
	finishLogin(body: Input<api.SecondLoginStep>, options?: RequestOptions): ApiPromise<api.Session> {
		return this.call("finishLogin", { body }, options);
	}

	/** The developer of this session, and when her address was confirmed. */
	me(options?: RequestOptions): ApiPromise<api.CurrentUserAnswer> {
		return this.call("getCurrentUser", {}, options);
	}

	/** Deletes the developer's account. */
	deleteAccount(body: Input<api.AccountDeletion>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("deleteAccount", { body }, options);
	}

	/** Changes the password, and ends the other sessions. */
	changePassword(body: Input<api.PasswordChange>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("changePassword", { body }, options);
	}

	/** Mails a code that confirms the address. */
	requestEmailConfirmation(options?: RequestOptions): ApiPromise<api.EmailConfirmation> {
		return this.call("requestEmailConfirmation", {}, options);
	}

	/** Confirms the address with the mailed code. Ends the account's other sessions, keys and endpoints. */
	confirmEmail(body: Input<api.EmailConfirmationCode>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("confirmEmail", { body }, options);
	}

	/** Mails a code to the present address and one to the new address, which change the account's address together. */
	requestEmailChange(body: Input<api.EmailChangeRequest>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("requestEmailChange", { body }, options);
	}

	/** Changes the address with both codes. Ends the other sessions. */
	changeEmail(body: Input<api.EmailChange>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("changeEmail", { body }, options);
	}

	/** Mails a code that sets a new password, if the address has an account. */
	requestPasswordReset(
		body: Input<api.PasswordResetRequest>,
		options?: RequestOptions,
	): ApiPromise<api.Done> {
		return this.call("requestPasswordReset", { body }, options);
	}

	/** Sets a new password with a code, from the mail or from the operator. */
	resetPassword(body: Input<api.PasswordReset>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("resetPassword", { body }, options);
	}

	/** The kinds of mail that the account gets, and can switch off. */
	mails(options?: RequestOptions): ApiPromise<api.MailChoiceList> {
		return this.call("listMailChoices", {}, options);
	}

	/** Switches a kind of mail off or on. */
	chooseMail(body: Input<api.MailChoice>, options?: RequestOptions): ApiPromise<api.MailChoice> {
		return this.call("chooseMail", { body }, options);
	}

	/** Switches off the kind of a mail, with the token of its `List-Unsubscribe`. */
	unsubscribe(body: Input<api.Unsubscription>, options?: RequestOptions): ApiPromise<api.Unsubscribed> {
		return this.call("unsubscribe", { body }, options);
	}

	/** Ends this session. */
	logout(options?: RequestOptions): ApiPromise<api.LoggedOut> {
		return this.call("logout", {}, options);
	}

	/** Ends all sessions of this developer or wallet. */
	logoutEverywhere(options?: RequestOptions): ApiPromise<api.LoggedOut> {
		return this.call("logoutEverywhere", {}, options);
	}

	/** The open sessions. */
	sessions(options?: RequestOptions): ApiPromise<api.SessionList> {
		return this.call("listSessions", {}, options);
	}

	/** Ends one session. */
	endSession(sessionId: string, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("endSession", { path: { sessionId } }, options);
	}

	/** Ends all sessions but this one. */
	endOtherSessions(options?: RequestOptions): ApiPromise<api.EndedSessions> {
		return this.call("endOtherSessions", {}, options);
	}

	/** Opens an anonymous session of the hosted app. */
	anonymousSession(
		body: Input<api.AnonymousSessionRequest>,
		options?: RequestOptions,
	): ApiPromise<api.AnonymousSession> {
		return this.call("issueAnonymousJwt", { body }, options);
	}

	/** The message that a wallet signs to open a session. */
	walletChallenge(
		body: Input<api.WalletChallengeRequest>,
		options?: RequestOptions,
	): ApiPromise<api.WalletChallenge> {
		return this.call("issueWalletChallenge", { body }, options);
	}

	/** Opens a session with the signed message. */
	walletSession(
		body: Input<api.WalletSessionRequest>,
		options?: RequestOptions,
	): ApiPromise<api.WalletSession> {
		return this.call("openWalletSession", { body }, options);
	}

	/** Has the wallet sign the message, and opens the session. `Replevin` takes its `accessToken`. */
	async signIn(wallet: MessageSigner, chainId: number, options?: RequestOptions): Promise<api.WalletSession> {
		const { message } = await this.walletChallenge({ address: wallet.address, chainId }, options);
		const signature = await wallet.signMessage({ message });
		return this.walletSession({ message, signature }, options);
	}
}
