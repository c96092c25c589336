/**
 * For every call of the Worker or of one of its objects the plugin imports the Worker's entry, and vitest asks the
 * process outside where that is: a round trip beside each request. The answer is the same for as long as a runtime
 * lives, so it is kept. Nothing here is public; where it is otherwise one day, each call takes the round trip again.
 */
type ResolveId = (id: string, importer?: string) => Promise<unknown>;
type Transport = { resolveId: ResolveId; keepsAnswers?: boolean };

const { __vitest_mocker__: mocker } = globalThis as {
	__vitest_mocker__?: { moduleRunner?: { vitestOptions?: { transport?: Transport } } };
};
const transport = mocker?.moduleRunner?.vitestOptions?.transport;

if (transport && !transport.keepsAnswers) {
	const ask: ResolveId = transport.resolveId.bind(transport);
	// Answers, not promises of them: one that another request waits for cannot be awaited here.
	const answers = new Map<string, unknown>();
	transport.keepsAnswers = true;
	transport.resolveId = async (id, importer) => {
		if (importer !== undefined) return ask(id, importer);
		const answer = answers.get(id) ?? (await ask(id));
		answers.set(id, answer);
		return answer;
	};
}
