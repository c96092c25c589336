import { parseArgs } from "node:util";
import { portOf } from "./port.ts";

export interface StartOptions {
	/** 0: any free port. */
	port: number;
	/** All persistent data is below it. */
	stateDir: string;
}

export const USAGE = `Usage: npm start -- [--port N] [--state DIR]

  --port N     listen on 127.0.0.1:N (default 8787; 0 takes any free port)
  --state DIR  keep everything that persists below DIR (default .wrangler/state)

Every setting of wrangler.toml and .dev.vars can be given as an environment variable of its name:
  BRAND="Example" RPC_URLS='{"1":"https://rpc.example"}' npm start
docs/operations.md lists them.`;

/** @throws Error that describes the problem */
export function parseOptions(args: string[]): StartOptions {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: "string", default: "8787" },
			state: { type: "string", default: ".wrangler/state" },
		},
	});
	if (values.state === "") throw new Error("--state takes a directory");
	return { port: portOf("--port", values.port), stateDir: values.state };
}
