/** The samples of every operation. */
import type { ApiDocument } from "../schema.ts";
import { type Call, callOf } from "./call.ts";
import { curlSample } from "./curl.ts";
import { pythonSample } from "./python.ts";
import { type SdkMethod, sdkMethods } from "./sdk-methods.ts";
import { typescriptSample } from "./typescript.ts";

export type Samples = { call: Call; method: SdkMethod; curl: string; typescript: string; python: string };

/** @throws if an operation has no method in the SDK */
export function samplesOf({ paths, servers }: ApiDocument): Map<string, Samples> {
	const basePath = servers[0]?.url ?? "";
	const methods = sdkMethods();
	const samples = new Map<string, Samples>();
	for (const [path, operations] of Object.entries(paths)) {
		for (const [verb, operation] of Object.entries(operations)) {
			const call = callOf(path, verb, operation);
			const method = methods.get(operation.operationId);
			if (!method) throw new Error(`the SDK has no method for ${operation.operationId}`);
			samples.set(operation.operationId, {
				...{ call, method },
				curl: curlSample(call, basePath),
				typescript: typescriptSample(call, method),
				python: pythonSample(call, basePath),
			});
		}
	}
	return samples;
}
