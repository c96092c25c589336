// Made by `npm run generate` from public/terms; versions are added and never changed.
/** Every published version of the terms, oldest first, with the SHA-256 of its bytes. */
export const AGREEMENT_VERSIONS = [
	{
		version: "2026-11-01",
		documentHash: "0xa6712d86ae1f04defd35c057ff63f98e0cd03c1bd68722699a11b2368199e490",
	},
] as const;
