/**
 * Each message of an owner names one service (signatures.md "Which messages may travel"). A message for another service
 * is rejected before anything else is judged.
 */
import type { Config } from "../config/config.ts";

export type ServiceOrigins = Pick<Config, "appOrigin" | "formerOrigins">;

export type OtherService = {
	kind: "other_service";
	/** As signed. */
	given: string;
	/** The origin of this service. */
	own: string;
	/** This service had the given origin before it moved. */
	isFormer: boolean;
};

export function findOtherService(
	given: string,
	{ appOrigin, formerOrigins }: ServiceOrigins,
): OtherService | undefined {
	if (given === appOrigin) return undefined;
	return { kind: "other_service", given, own: appOrigin, isFormer: formerOrigins.includes(given) };
}

/** Lets only requests for this service reach `run`. */
export function forThisService<Request extends { service: string }, Result>(
	origins: ServiceOrigins,
	run: (request: Request) => Promise<Result>,
): (request: Request) => Promise<Result | OtherService> {
	return async (request) => findOtherService(request.service, origins) ?? run(request);
}
