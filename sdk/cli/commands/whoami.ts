import { clientOf } from "../client.ts";
import { type Command, EXIT } from "../command.ts";

export const whoami: Command = {
	name: "whoami",
	summary: "Check the service and your credential",
	operands: [],
	options: {},
	optionHelp: {},
	examples: ["replevin whoami", "replevin whoami --json"],
	async run({ json }, io) {
		const replevin = clientOf(io);
		const options = { signal: io.signal };
		const { status } = await replevin.health(options);
		// Key pairs may list cases, and only sessions may read the account.
		const { data } = await replevin.cases.list({ limit: 1 }, options).page();
		const { REPLEVIN_URL: service, REPLEVIN_API_KEY: key, REPLEVIN_ACCESS_TOKEN: token } = io.env;
		const credential = token ? "session" : `${key?.slice(0, 3)}…${key?.slice(-4)}`;
		const known = { service, health: status, credential, hasCases: data.length > 0 };
		if (json) io.print(JSON.stringify(known));
		else {
			io.print(`${service} is ${status}.`);
			io.print(
				`Your credential (${credential}) is valid; ${known.hasCases ? "you have cases" : "you have no case yet"}.`,
			);
		}
		return EXIT.ok;
	},
};
