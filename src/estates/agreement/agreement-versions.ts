// Made by `npm run generate` from public/terms; versions are added and never changed.
/** Every published version of the terms, oldest first, with the SHA-256 of its bytes. */
export const AGREEMENT_VERSIONS = [
	{
		version: "2026-11-01",
		documentHash: "0xaa5275ddd26b90a5a8822da4f08fb87c87db923b4cb91a9b9ff178e962b2403b",
	},
] as const;
