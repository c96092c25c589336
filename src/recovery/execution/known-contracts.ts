/**
 * Contracts of the grade `decoded` (recovery.md "Grades of proof"). Hashes are the Keccak-256 of the runtime code, as
 * in safe-global/safe-deployments.
 */

/** Some contracts read it as the account itself, so calls to it are not decoded. */
export const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** The code of an account that delegates by EIP-7702, whose key still sends transactions, begins with it. */
export const DELEGATION_PREFIX = "0xef0100";

/** SafeProxy 1.3.0, 1.4.1 and 1.5.0. */
export const SAFE_PROXY_CODE_HASHES: ReadonlySet<string> = new Set([
	"0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000",
	"0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c",
	"0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f",
]);

/** Safe and SafeL2. CREATE2 derives the address from the code. */
export const SAFE_SINGLETONS: ReadonlySet<string> = new Set([
	// 1.3.0, by the deterministic deployment proxy and by the factory for EIP-155 chains.
	"0xd9db270c1b5e3bd161e8c8503c55ceabee709552",
	"0x3e5c63644e683549055b9be8653de26e0b4cd36e",
	"0x69f4d1788e39c87893c980c06edf4b7f686e2938",
	"0xfb1bffc9d739b8d520daf37df666da4c687191ea",
	// 1.4.1
	"0x41675c099f32341bf84bfc5382af534df5c7461a",
	"0x29fcb43b46531bca003ddc8fcb67ffe91900c762",
	// 1.5.0
	"0xff51a5898e281db6dfc7855790607438df2ca44b",
	"0xedd160febbd92e350d4d398fb636302fccd67c7e",
]);

/**
 * MultiSend and MultiSendCallOnly: address to code hash, because a delegatecall to an address without code succeeds.
 */
export const MULTI_SEND_CODE_HASHES: ReadonlyMap<string, string> = new Map([
	// 1.3.0
	[
		"0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761",
		"0x0208282bd262360d0320862c5ac70f375f5ed3b9d89a83a615b4d398415bdc83",
	],
	[
		"0x998739bfdaadde7c933b942a68053933098f9eda",
		"0x81db0e4afdf5178583537b58c5ad403bd47a4ac7f9bde2442ef3e341d433126a",
	],
	[
		"0x40a2accbd92bca938b02010e17a5b8929b49130d",
		"0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad",
	],
	[
		"0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b",
		"0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad",
	],
	// 1.4.1
	[
		"0x38869bf66a61cf6bdb996a6ae40d5853fd43b526",
		"0x0e4f7fc66550a322d1e7688e181b75e217e662a4f3f4d6a29b22bc61217c4b77",
	],
	[
		"0x9641d764fc13c8b624c04430c7356c1c7c8102e2",
		"0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939",
	],
	// 1.5.0
	[
		"0x218543288004cd07832472d464648173c77d7eb7",
		"0xca1147a12963172a93910c5cb2bfa5ad0e941c7f03fc7eb017dd06a8ea4e5604",
	],
	[
		"0xa83c336b20401af773b6219ba5027174338d1836",
		"0xcdbdcec38d2f1c7d961b0029ff8416b7e86e9974d6f0e9c9580c7d17fcfb6663",
	],
]);

/** EntryPoint 0.6, 0.7 and 0.8 of ERC-4337. */
export const ENTRY_POINTS: ReadonlyMap<string, "0.6" | "0.7"> = new Map([
	["0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789", "0.6"],
	["0x0000000071727de22e5e9d8baf0edac6f37da032", "0.7"],
	["0x4337084d9e255ff0702461cf8895ce9e3b5ff108", "0.7"],
]);
