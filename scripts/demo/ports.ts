/** Finds out before anything starts whether the demo can have its ports. */
import { createServer } from "node:net";
import { claimablePort, HOST } from "../start/port.ts";
import type { DemoOptions } from "./options.ts";

type Ports = DemoOptions["ports"];

const OPTIONS: Readonly<Record<keyof Ports, string>> = {
	service: "--port",
	shop: "--shop-port",
	chain: "--chain-port",
};

/** @throws Error that names the option for another port */
export async function claimPorts(wanted: Ports): Promise<Ports> {
	const claimed: Ports = { ...wanted };
	for (const name of ["service", "shop", "chain"] as const) {
		claimed[name] = await claim(OPTIONS[name], wanted[name], Object.values(claimed));
	}
	return claimed;
}

async function claim(option: string, port: number, others: readonly number[]): Promise<number> {
	if (port !== 0) {
		// Browsers try the IPv6 address of localhost first.
		const isFree = (await isListenable(port, HOST)) && (await isListenable(port, "::1"));
		if (!isFree)
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
