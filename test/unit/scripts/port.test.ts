// architecture.md "Running it".
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { claimablePort, HOST } from "../../../scripts/start/port.ts";

/** Listens on a port of the system's choice, while `work` runs with it. */
async function whileInUse(work: (port: number) => Promise<void>): Promise<void> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
	const address = server.address();
	if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
	await work(address.port);
	await new Promise((resolve) => server.close(resolve));
}

it("takes for 0 a port that no outgoing connection is given, another one each time", async () => {
	const ports = await Promise.all(Array.from({ length: 8 }, () => claimablePort(0)));
	for (const port of ports) {
		expect(port).toBeGreaterThan(1023);
		expect(port).toBeLessThan(32_768);
	}
	expect(new Set(ports).size).toBeGreaterThan(5);
});

it("takes the named port, or says that it is in use and which one to try", async () => {
	await whileInUse(async (port) => {
		await expect(claimablePort(port)).rejects.toThrow(
			`Port ${port} is already in use, perhaps by another Replevin. ` +
				`Stop that program, or listen elsewhere: npm start -- --port ${port + 1}`,
		);
	});
	const free = await claimablePort(0);
	expect(await claimablePort(free)).toBe(free);
});
