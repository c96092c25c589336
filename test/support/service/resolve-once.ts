/**
 * Caches the path of the Worker's entry. For every call of the Worker or an object, the plugin imports the entry and
 * vitest asks another process for its path, which costs a round trip per request. The path never changes.
 *
 * These are internals of vitest. If they change, the cache has no effect and tests only become slower.
 */
type ResolveId = (id: string, importer?: string) => Promise<unknown>;
type Transport = { resolveId: ResolveId; isCaching?: boolean };

const { __vitest_mocker__: mocker } = globalThis as {
	__vitest_mocker__?: { moduleRunner?: { vitestOptions?: { transport?: Transport } } };
};
const transport = mocker?.moduleRunner?.vitestOptions?.transport;

if (transport && !transport.isCaching) {
	const ask: ResolveId = transport.resolveId.bind(transport);
	// Holds values and not promises, because a promise of another request cannot be awaited here.
	const known = new Map<string, unknown>();
	transport.isCaching = true;
	transport.resolveId = async (id, importer) => {
		if (importer !== undefined) return ask(id, importer);
		const response = known.get(id) ?? (await ask(id));
		known.set(id, response);
		return response;
	};
}
