/** All benchmarks, in the order of a run. */
import type { Benchmark } from "../harness/benchmark.ts";
import { betterAuth } from "./better-auth.ts";
import { createCase, getCase } from "./cases.ts";
import { jrcHash, recover } from "./hashing.ts";
import { logins } from "./logins.ts";
import { startup } from "./startup.ts";
import { trivial } from "./trivial.ts";
import { webhooks } from "./webhooks.ts";
import { willUpload } from "./will-upload.ts";

export const benchmarks: readonly Benchmark[] = [
	startup,
	trivial,
	getCase,
	betterAuth,
	logins,
	jrcHash,
	recover,
	createCase,
	webhooks,
	willUpload,
];
