// A process that locks a state like `npm start`, prints whether it succeeded, and holds the lock until its standard
// input ends.
import { lockState } from "../../../scripts/start/state-lock.ts";

try {
	const lock = await lockState(process.argv[2] ?? "", "http://127.0.0.1:1");
	process.stdout.write("taken\n");
	process.stdin.resume().once("end", () => lock.release());
} catch (error) {
	process.stdout.write(`${(error as Error).message}\n`);
}
