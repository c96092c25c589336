import { parseArgs } from "node:util";
import { portOf } from "../start/port.ts";

export type DemoPorts = { service: number; shop: number; chain: number };

export interface DemoOptions {
	/** 0: any free port. Undefined: the default one, or a free port if another program has it. */
	ports: { [name in keyof DemoPorts]: number | undefined };
	/** Keeps the data after the end. Undefined: a temporary folder. */
	stateDir: string | undefined;
	/** Without pauses for readers. */
	isFast: boolean;
	opensBrowser: boolean;
}

export const DEFAULT_PORTS: Readonly<DemoPorts> = { service: 8787, shop: 8790, chain: 8545 };

export const USAGE = `Usage: npm run demo -- [--fast] [--no-browser] [--port N] [--shop-port N] [--chain-port N] [--state DIR]

Acts a whole recovery on this machine in less than a minute, and leaves everything running to click through.

  --fast          without pauses for reading
  --no-browser    do not open the shop's page
  --port N        port of the service (default ${DEFAULT_PORTS.service}, or a free one if that is in use; 0 takes any free port)
  --shop-port N   port of the partner's shop (default ${DEFAULT_PORTS.shop}, or a free one)
  --chain-port N  port of the local chain (default ${DEFAULT_PORTS.chain}, or a free one)
  --state DIR     keep the data in DIR, a new or empty folder (default: a temporary folder, removed at the end)

Ctrl-C ends everything. The exit code is 0 then (npm makes 130 of it), 1 if the demo failed, and 2 for wrong options.`;

/** @throws Error that describes the problem */
export function parseOptions(args: string[]): DemoOptions {
	const { values } = parseArgs({
		args,
		options: {
			fast: { type: "boolean", default: false },
			"no-browser": { type: "boolean", default: false },
			port: { type: "string" },
			"shop-port": { type: "string" },
			"chain-port": { type: "string" },
			state: { type: "string" },
		},
	});
	if (values.state === "") throw new Error("--state takes a folder");
	const given = (option: string, text: string | undefined) =>
		text === undefined ? undefined : portOf(option, text);
	const ports = {
		service: given("--port", values.port),
		shop: given("--shop-port", values["shop-port"]),
		chain: given("--chain-port", values["chain-port"]),
	};
	const all = (["service", "shop", "chain"] as const).map((name) => ports[name] ?? DEFAULT_PORTS[name]);
	const fixed = all.filter((port) => port !== 0);
	if (new Set(fixed).size < fixed.length) throw new Error("Two of the three ports are the same");
	return {
		ports,
		stateDir: values.state,
		isFast: values.fast,
		opensBrowser: !values["no-browser"],
	};
}
