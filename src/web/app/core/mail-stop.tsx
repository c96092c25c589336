import type { PageContext } from "./page-env.ts";
import type { ResponseBody } from "./response-body.ts";
import { timeInWords } from "./times.ts";

type Stop = NonNullable<ResponseBody<"getCurrentUser">["mailStopped"]>;

/** Why an address gets no more mail from us, and what its owner can do. Nothing for one that gets mail. */
export function MailStopNote({ c, stop }: { c: PageContext; stop: Stop | null }) {
	const { stopped: copy } = c.get("copy").mail;
	if (stop === null) return null;
	const day = timeInWords(stop.since, c.get("language"), "day");
	return (
		<p class="note caution">
			{copy[stop.because](day)} {copy.effect} {stop.canBeLifted ? copy.lift : copy.final}
		</p>
	);
}
