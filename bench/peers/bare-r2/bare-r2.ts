/** A bare R2 put that streams the body without looking at it. */
export default {
	async fetch(request, { DOCUMENTS }) {
		await DOCUMENTS.put(crypto.randomUUID(), request.body);
		return Response.json({ stored: true }, { status: 201 });
	},
} satisfies ExportedHandler<{ DOCUMENTS: R2Bucket }>;
