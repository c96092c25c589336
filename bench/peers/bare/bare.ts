/** The ceiling: a handler that does nothing but answer JSON of the size that our trivial route answers. */
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
