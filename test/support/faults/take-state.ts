// A process of its own that takes a state as `npm start` does: says whether it got it, and holds it until
// its standard input ends.
import { lockState } from "../../../scripts/start/state-lock.ts";

try {
	const lock = await lockState(process.argv[2] ?? "", "http://127.0.0.1:1");
	process.stdout.write("taken\n");
	process.stdin.resume().once("end", () => lock.release());
} catch (error) {
	process.stdout.write(`${(error as Error).message}\n`);
}
