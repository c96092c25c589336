import { AppError, type ErrorDetail } from "../kernel/app-error.ts";
import { budgetError } from "../quota/errors.ts";
import type { TokenResult } from "./token-service.ts";

const OUTAGE_RETRY_SECONDS = 10;

export function tokenError(result: Exclude<TokenResult, { kind: "token" }>, chainId: number): AppError {
	switch (result.kind) {
		case "no_node":
			return notFound(
				`This service has no node for chain ${chainId}, so it cannot ask the token's contract. Take the decimals from a block explorer.`,
			);
		case "no_code":
			return notFound(
				`There is no contract at this address on chain ${chainId}. Check the address and the chain.`,
				[{ field: "address", rule: "no_contract", message: `has no contract on chain ${chainId}` }],
			);
		case "budget_exhausted":
			return budgetError(result);
		case "unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The chain's node did not respond, so the token's contract could not be asked. Retry after the time in Retry-After.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
				cause: result.reason,
			});
	}
}

const notFound = (message: string, details?: ErrorDetail[]) =>
	new AppError({ code: "RESOURCE_NOT_FOUND", message, ...(details && { details }) });
