/**
 * Each message of an owner names one service (signatures.md "Which messages may travel"). A message for another service
 * is rejected before anything else is judged.
 */
import type { Config } from "../config/config.ts";
import { AppError } from "../kernel/errors/app-error.ts";

export type ServiceOrigins = Pick<Config, "appOrigin" | "formerOrigins">;

/** @throws AppError INVALID_SIGNER if the message is for another service */
export function checkService(given: string, { appOrigin, formerOrigins }: ServiceOrigins): void {
	if (given === appOrigin) return;
	const isFormer = formerOrigins.includes(given);
	const meaning = isFormer
		? `This service had the address ${given} before it moved to ${appOrigin}.`
		: `The message is for the service ${given}. This service is ${appOrigin}.`;
	throw new AppError({
		code: "INVALID_SIGNER",
		message: `${meaning} Have a message signed whose \`service\` is ${appOrigin}. Nothing was stored.`,
		details: [
			{
				field: "service",
				rule: "other_service",
				message: `must be ${appOrigin}, and is ${given}${isFormer ? ", the former address of this service" : ""}`,
			},
		],
	});
}

/** Lets only requests for this service reach `run`. */
export function forThisService<Request extends { service: string }, Result>(
	origins: ServiceOrigins,
	run: (request: Request) => Promise<Result>,
): (request: Request) => Promise<Result> {
	return async (request) => {
		checkService(request.service, origins);
		return run(request);
	};
}
