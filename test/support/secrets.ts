/** Secrets of the worker tests: fixed, and worth nothing outside them. */
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

export const testSecrets = {
	BASE_URL: "https://replevin.test",
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
	UI_CLIENT_ID: "ui-client-of-the-tests",
	UI_CLIENT_SECRET: "ui-client-secret-of-the-tests-32-chars",
};
