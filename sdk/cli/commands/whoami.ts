import { clientWith } from "../client.ts";
import { type Command, EXIT } from "../command.ts";
import { credentialsOf } from "../credentials.ts";
import { requireMember } from "../require-member.ts";

export const whoami: Command = {
	name: "whoami",
	summary: "Check the service and your credential",
	operands: [],
	options: {},
	examples: ["replevin whoami", "replevin whoami --json"],
	async run({ json }, io) {
		const credentials = await credentialsOf(io.env);
		const replevin = clientWith(credentials, io);
		const options = { signal: io.signal };
		const health = await replevin.health(options);
		requireMember(health, "status");
		// Key pairs may list cases, and only sessions may read the account.
		const { data } = await replevin.cases.list({ limit: 1 }, options).page();
		const { url, apiKey } = credentials;
		const credential = apiKey === undefined ? "session" : `${apiKey.slice(0, 3)}…${apiKey.slice(-4)}`;
		const hasCases = data.length > 0;
		if (json) io.print(JSON.stringify({ service: url, health: health.status, credential, hasCases }));
		else {
			io.print(`${url} is ${health.status}.`);
			const cases = hasCases ? "you have cases" : "you have no case yet";
			io.print(`Your credential (${credential}) is valid; ${cases}.`);
		}
		return EXIT.ok;
	},
};
