/** A bare R2 put of a body: it is streamed through and looked at by nobody. */
export default {
	async fetch(request, { DOCUMENTS }) {
		await DOCUMENTS.put(crypto.randomUUID(), request.body);
		return Response.json({ stored: true }, { status: 201 });
	},
} satisfies ExportedHandler<{ DOCUMENTS: R2Bucket }>;
