/** Finds out before anything starts whether the demo can have its ports. */
import { createServer } from "node:net";
import { claimablePort, HOST } from "../start/port.ts";
import { DEFAULT_PORTS, type DemoOptions, type DemoPorts } from "./options.ts";

const OPTIONS: Readonly<Record<keyof DemoPorts, string>> = {
	service: "--port",
	shop: "--shop-port",
	chain: "--chain-port",
};

/** The ports, and a note for each default one that another program has. */
type Claimed = { ports: DemoPorts; notes: string[] };

/** @throws Error that names the option for another port, if a port that was asked for is in use */
export async function claimPorts(wanted: DemoOptions["ports"], defaults = DEFAULT_PORTS): Promise<Claimed> {
	const ports: DemoPorts = { ...defaults };
	const notes: string[] = [];
	for (const name of ["service", "shop", "chain"] as const) {
		const asked = wanted[name];
		const isMoved = asked === undefined && !(await isFree(defaults[name]));
		ports[name] = await claim(OPTIONS[name], isMoved ? 0 : (asked ?? defaults[name]), Object.values(ports));
		if (isMoved)
			notes.push(
				`Port ${defaults[name]} is in use by another program, so the ${name} takes port ${ports[name]}.`,
			);
	}
	return { ports, notes };
}

/** Browsers try the IPv6 address of localhost first. */
const isFree = async (port: number): Promise<boolean> =>
	(await isListenable(port, HOST)) && (await isListenable(port, "::1"));

async function claim(option: string, port: number, others: readonly number[]): Promise<number> {
	if (port !== 0) {
		if (!(await isFree(port)))
			throw new Error(
				`Port ${port} is in use by another program, perhaps by another demo or npm start. ` +
					`Stop that program, or choose another port: npm run demo -- ${option} 0`,
			);
		return port;
	}
	const found = await claimablePort(0);
	return others.includes(found) ? claim(option, port, others) : found;
}

function isListenable(port: number, host: string): Promise<boolean> {
	const server = createServer();
	return new Promise((resolve) => {
		// A machine without IPv6 has no program there either.
		server.once("error", (error: NodeJS.ErrnoException) =>
			resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT"),
		);
		server.listen(port, host, () => server.close(() => resolve(true)));
	});
}
