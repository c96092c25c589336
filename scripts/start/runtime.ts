/**
 * Keeps the runtime (workerd) running. If it dies, it is restarted with the same port and state: at once the first
 * time, then with back-off.
 */
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { Miniflare, type MiniflareOptions } from "miniflare";

/** Wait before a restart, by the number of deaths within the last minute. */
const RESTART_DELAYS_MS = [0, 0, 1_000, 2_000, 5_000, 10_000, 30_000];
const RECENT_MS = 60_000;

export interface RuntimeEvents {
	onProcess(pid: number): void;
	/** The runtime died and is restarted after `delayMs`. */
	onDeath(death: { pid: number; cause: string; delayMs: number }): void;
	onRestarted(): void;
	/** The restart failed; the next attempt comes after `delayMs`. */
	onRestartFailed(error: unknown, delayMs: number): void;
	/** Miniflare was created and has installed its signal handlers. */
	onCreated(): void;
}

/** Reports each workerd that this process starts, because Miniflare exposes neither it nor its end. */
function watchRuntimeProcesses(onSpawn: (process: ChildProcess, pid: number) => void): void {
	subscribe("child_process", (message) => {
		const { process: child } = message as { process: ChildProcess };
		child.once("spawn", () => {
			if (child.pid !== undefined && /workerd(\.exe)?$/.test(child.spawnfile)) onSpawn(child, child.pid);
		});
	});
}

export class KeptRuntime {
	readonly #options: () => MiniflareOptions;
	readonly #events: RuntimeEvents;
	readonly #deaths: number[] = [];
	#miniflare: Miniflare | undefined;
	/** True once it serves. An earlier end is a failed start, which `ready` reports. */
	#serving = false;
	#stopped = false;

	constructor(options: () => MiniflareOptions, events: RuntimeEvents) {
		this.#options = options;
		this.#events = events;
		watchRuntimeProcesses((child, pid) => {
			events.onProcess(pid);
			child.once("exit", (code, signal) => {
				if (this.#serving && !this.#stopped) void this.#revive(pid, signal ?? `exit code ${code}`);
			});
		});
	}

	async start(): Promise<void> {
		this.#miniflare = new Miniflare(this.#options());
		this.#events.onCreated();
		await this.#miniflare.ready;
		this.#serving = true;
	}

	get current(): Miniflare | undefined {
		return this.#serving ? this.#miniflare : undefined;
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		await this.#dispose();
	}

	async #dispose(): Promise<void> {
		this.#serving = false;
		await this.#miniflare?.dispose().catch(() => {});
		this.#miniflare = undefined;
	}

	#nextDelayMs(): number {
		const now = Date.now();
		this.#deaths.push(now);
		const recent = this.#deaths.filter((death) => now - death < RECENT_MS).length;
		return RESTART_DELAYS_MS[Math.min(recent, RESTART_DELAYS_MS.length - 1)] ?? 0;
	}

	async #revive(pid: number, cause: string): Promise<void> {
		let delayMs = this.#nextDelayMs();
		this.#events.onDeath({ pid, cause, delayMs });
		// Before any await, because this keeps Miniflare from starting a runtime of its own.
		const disposed = this.#dispose();
		await disposed;
		while (!this.#stopped) {
			await new Promise((resolve) => setTimeout(resolve, delayMs));
			if (this.#stopped) return;
			try {
				await this.start();
				this.#events.onRestarted();
				return;
			} catch (error) {
				await this.#dispose();
				delayMs = Math.max(this.#nextDelayMs(), 1_000);
				this.#events.onRestartFailed(error, delayMs);
			}
		}
	}
}
