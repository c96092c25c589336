import { AppError, type AppErrorOptions } from "./app-error.ts";

/** An expected failure that an object returns (architecture.md "Rules of dependency"). */
export type Failure<Reason extends string, Details = null> = Reason extends string
	? { ok: false; reason: Reason; details: Details }
	: never;

type AnyFailure = { ok: false; reason: string; details: unknown };
type FailureOf<Result> = Extract<Result, AnyFailure>;

export function failure<Reason extends string, Details>(reason: Reason, details: Details) {
	return { ok: false as const, reason, details };
}

export function isFailure<Result extends object>(result: Result): result is FailureOf<Result> {
	return "ok" in result && result.ok === false;
}

/** An entry for each reason of the failures, and no other. */
export type ErrorTable<Failures extends AnyFailure> = {
	[Reason in Failures["reason"]]: EntryOf<Extract<Failures, { reason: Reason }>["details"]>;
};
type EntryOf<Details> = Details extends null
	? AppErrorOptions
	: AppErrorOptions | ((details: Details) => AppErrorOptions);

/** @throws AppError if the result is a failure */
export function successOf<Result extends object>(
	result: Result,
	table: ErrorTable<FailureOf<Result>>,
): Exclude<Result, AnyFailure> {
	if (!isFailure(result)) return result as Exclude<Result, AnyFailure>;
	const { reason, details } = result as AnyFailure;
	const entry = (table as Record<string, AppErrorOptions | ((details: unknown) => AppErrorOptions)>)[reason];
	if (entry === undefined) throw new Error(`no error is known for the reason ${reason}`);
	throw new AppError(typeof entry === "function" ? entry(details) : entry);
}
