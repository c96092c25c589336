import { clientOf } from "../client.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { lineOf } from "../webhooks/event-line.ts";

const PAGE = 100;

export const listEvents: Command = {
	name: "events list",
	summary: "List the events of your cases, oldest first",
	operands: [],
	options: {
		since: { value: "SEQ", help: "only events behind this number of the feed, which begins each line" },
		limit: { value: "NUMBER", help: "at most so many; all by default" },
	},
	examples: ["replevin events list --limit 20", "replevin events list --since 1042 --json"],
	async run({ options: { since = "0", limit }, json }, io) {
		for (const [name, value = "0"] of Object.entries({ since, limit }) as [string, string | undefined][])
			if (!/^\d{1,15}$/.test(value))
				throw new UsageError(`--${name} must be a whole number, but it is "${value}"`);
		const most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
		const query = { after: Number(since), limit: Math.max(1, Math.min(PAGE, most)) };
		let count = 0;
		for await (const { seq, event } of (await clientOf(io)).events.list(query, { signal: io.signal })) {
			if (++count > most) break;
			io.print(json ? JSON.stringify({ seq, event }) : `${seq}  ${lineOf(event)}`);
		}
		if (count === 0 && !json) io.note("There is no such event.");
		return EXIT.ok;
	},
};
