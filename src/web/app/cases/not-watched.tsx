/** Says that the lost account is not watched (recovery.md "The watch over the lost account"). */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";

type Props = { c: PageContext; of: Pick<CaseRecord, "notWatched"> };

export function NotWatched({ c, of: { notWatched } }: Props) {
	const { watch } = c.get("copy").cases;
	if (!notWatched) return null;
	return (
		<p class="note caution">
			{watch.since} <Time c={c} iso={notWatched.since} />, {watch.because[notWatched.because]}. {watch.effect}
		</p>
	);
}
