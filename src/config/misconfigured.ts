import { AppError } from "../kernel/errors/app-error.ts";

const FORM = "docs/operations.md describes each setting.";

/** Callers do not learn which settings are wrong; the log names them. */
export class Misconfigured extends AppError {
	readonly #problems: string;

	/** @param problems one per setting, without its value */
	constructor(problems: readonly string[]) {
		const text = problems.join("; ");
		super({
			code: "SERVICE_UNAVAILABLE",
			message: `The service is misconfigured and serves no request. Its operator finds the settings in the log (event request-failed). ${FORM}`,
			cause: text,
		});
		this.#problems = text;
	}

	/** Names the settings, for a caller on the service's own machine. */
	named(): AppError {
		const message = `The service is misconfigured: ${this.#problems}. ${FORM}`;
		return new AppError({ code: "SERVICE_UNAVAILABLE", message });
	}
}

/**
 * For a caller on the machine of a local service, who used another host name.
 * @param address the service's own
 */
export function foreignHost(address: string, problem: string): AppError {
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message: `This service runs for its own machine and serves no other host name. Open it as ${address}, or set BASE_URL to the address that callers use. ${FORM}`,
		cause: problem,
	});
}
