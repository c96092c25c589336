/** Why an address takes no more mail, as its owner sees it (mail.md "Bounces"). */
import type { Suppression, Suppressions } from "./suppressions.d1.ts";

/** `canBeLifted`: its owner may have a code mailed that lifts it. */
export type MailStop = Suppression & { canBeLifted: boolean };

/**
 * Who complained of the first mail has perhaps never given us the address, so nobody can have her written to again.
 * @param isConfirmed whether the address was ever confirmed
 * @returns null while the address takes mail
 */
export async function mailStopOf(
	{ find }: Pick<Suppressions, "find">,
	email: string,
	isConfirmed: boolean,
): Promise<MailStop | null> {
	const found = await find(email);
	return found ? { ...found, canBeLifted: isConfirmed || found.because === "bounced" } : null;
}
