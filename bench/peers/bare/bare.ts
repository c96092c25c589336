/** The ceiling: a handler that only responds with JSON of the size of our trivial route. */
const body = JSON.stringify({
	keys: [
		{
			kty: "EC",
			use: "sig",
			alg: "ES256",
			kid: "k".repeat(12),
			crv: "P-256",
			x: "x".repeat(43),
			y: "y".repeat(43),
		},
	],
});

export default {
	fetch: () => new Response(body, { headers: { "Content-Type": "application/json" } }),
} satisfies ExportedHandler;
