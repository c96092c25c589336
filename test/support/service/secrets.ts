/** Fixed secrets for tests. They protect nothing. */
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

export const testSecrets = {
	BASE_URL: "https://replevin.test",
	PASSKEYS_REQUIRED_FROM: "never",
	PEPPERS: JSON.stringify({ "1": key(1) }),
	KEY_ENCRYPTION_KEYS: JSON.stringify({ "1": key(2) }),
	SESSION_SIGNING_KEYS: JSON.stringify({
		keys: [
			{
				kty: "EC",
				x: "HBaNwba7Ei9M7MlYLeD_VlfxHkEKnExlOH2uKsg8Cos",
				y: "XiqKv5VMAmZJ_rSOzvuP8kg2yTxst66bfnuI3EkPHs4",
				crv: "P-256",
				d: "x_IktHsVPACfYWI1u3mbI2luozEBTqXyTetxl6ydZiQ",
				kid: "test-1",
				alg: "ES256",
				use: "sig",
			},
		],
	}),
	EVIDENCE_SIGNING_KEYS: JSON.stringify({
		keys: [
			{
				kty: "EC",
				x: "WSO5c-eFzZS5AF9YRXpuquDLTF3AtWZXngjIBQUBd88",
				y: "Tr2WJ1CFnhuYb4lL_dIHnTVK6al68zIPrYJZVLRQ8vU",
				crv: "P-256",
				d: "wwbctEnN8izSJWDGlf6DDlEZRmHXBixsA2a04cugV0w",
				kid: "test-evidence-2",
				alg: "ES256",
				use: "sig",
			},
			// Retired.
			{
				kty: "EC",
				x: "OeMyhamwMNZJz2IaVHDX3bGMK8ABmuF81Ew29xxXq_Q",
				y: "V4euLccTt_tFtkxqdW2aEjix4YOuSliar2Ap49implk",
				crv: "P-256",
				kid: "test-evidence-1",
				alg: "ES256",
				use: "sig",
			},
		],
	}),
	UI_CLIENT_ID: "ui-client-of-the-tests",
	UI_CLIENT_SECRET: "ui-client-secret-of-the-tests-32-chars",
};
