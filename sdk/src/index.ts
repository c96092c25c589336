/**
 * The client of Replevin. `@replevin/sdk/webhooks` has the verification of webhooks alone, `@replevin/sdk/signing` the
 * typed data that wallets sign, and `@replevin/sdk/evidence` the verification of evidence bundles.
 */
export { ApiPromise, type WithResponse } from "./client/api-promise.ts";
export {
	ApiError,
	type ApiErrorOf,
	ConnectionError,
	type ErrorDetail,
	type OtherServiceDetail,
	ReplevinError,
	type SignerDetail,
	TimeoutError,
	UnexpectedResponseError,
	type WebhookFault,
	WebhookVerificationError,
} from "./client/errors.ts";
export type {
	Attempt,
	Fetch,
	Hooks,
	Input,
	PartsOf,
	ReplevinOptions,
	RequestOptions,
} from "./client/options.ts";
export { List, type Page } from "./client/pages.ts";
export type * from "./generated/api.ts";
export { Replevin } from "./replevin.ts";
export type { MessageSigner } from "./resources/auth.ts";
export type { MessageName, PreparedMessageOf, Submitted } from "./resources/submit.ts";
export { type VerifyWebhookOptions, verifyWebhook, type WebhookHeaders } from "./webhooks.ts";
