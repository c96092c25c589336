// A local chain with a deployed ERC-1271 wallet, and signatures to verify.
import { encodeAbiParameters, getCreate2Address, zeroHash } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { FACTORY } from "../../../scripts/chain/anvil.ts";
import { startLocalChain } from "../../../scripts/chain/local-chain.ts";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import { verifyWalletSignature, type WalletVerdict } from "../../../src/chain/verify-wallet-signature.ts";
import { bytesToHex, type Hex } from "../../../src/kernel/encoding/hex.ts";
import { lostAccountKey, recoveryAccountKey } from "../signing/vectors.ts";
import { testWalletBytecode } from "./contracts/test-wallet.ts";

/** Anvil's own and viem's `foundry`. */
export const CHAIN_ID = 31_337;

export const digest = new Uint8Array(32).fill(0x5a);
export const owner = privateKeyToAccount(lostAccountKey);
export const stranger = privateKeyToAccount(recoveryAccountKey);
export const ownerSignature = await owner.sign({ hash: bytesToHex(digest) });
export const strangerSignature = await stranger.sign({ hash: bytesToHex(digest) });

/** The factory's call for a test wallet of an owner, and the wallet's address. */
export function walletOf(ownerAddress: Hex, salt: Hex = zeroHash) {
	const argument = encodeAbiParameters([{ type: "address" }], [ownerAddress]).slice(2);
	const bytecode: Hex = `${testWalletBytecode}${argument}`;
	const factoryCall: Hex = `${salt}${bytecode.slice(2)}`;
	return { factoryCall, address: getCreate2Address({ from: FACTORY, salt, bytecode }) };
}

/** The factory's call for a contract of this code (at most 255 bytes), and its address. */
function contractOf(runtimeCode: string) {
	const size = (runtimeCode.length / 2).toString(16).padStart(2, "0");
	// codecopy(0, 12, size) return(0, size)
	const bytecode: Hex = `0x60${size}600c60003960${size}6000f3${runtimeCode}`;
	const factoryCall: Hex = `${zeroHash}${bytecode.slice(2)}`;
	return { factoryCall, address: getCreate2Address({ from: FACTORY, salt: zeroHash, bytecode }) };
}

const RETURN_MAGIC = "60e01b60005260206000f3";

/**
 * An uninitialised wallet, like an EIP-7702 delegate or a proxy. It rejects or reverts until anyone calls another function
 * than isValidSignature, and then accepts every signature.
 */
export function untakenWallet(until: "rejects" | "reverts") {
	// if selector != isValidSignature { sstore(0, 1) stop } if sload(0) == 0 { end } return the magic value
	const start = "60003560e01c631626ba7e14601557600160005500";
	const end = until === "rejects" ? "60206000f3" : "60006000fd";
	return contractOf(`${start}5b60005415602d57631626ba7e${RETURN_MAGIC}5b${end}`);
}

/** A wallet that accepts everything from the zero address, which it takes for a gas estimate. */
export const estimatingWallet = contractOf(`3215631626ba7e02${RETURN_MAGIC}`);

/**
 * A delegate that accepts signatures by its account's key with any trailing bytes, as some wallets append a byte for the
 * kind of signature. Returns the magic value times (ecrecover(hash, v, r, s) == address(this)).
 */
export const lenientDelegate = contractOf(
	`60043560005260a43560001a602052606435604052608435606052602060006080600060015afa506000513014631626ba7e02${RETURN_MAGIC}`,
);

/** Deployed on every chain of startWalletChain. */
export const wallet = walletOf(owner.address);

const invalid = (reason: string) => ({ kind: "invalid_signer", reason }) as const;
const byContract = { byContract: true } as const;
export const REFUSED: WalletVerdict = { ...invalid("the account's contract rejected it"), ...byContract };
export const REVERTED: WalletVerdict = { ...invalid("the account's contract reverted"), ...byContract };
export const KEYS_OWN = invalid(
	"it is a signature by the account's key in another form (an ERC-6492 envelope, or a high s). Send it as the key made it",
);
export const BAD_ENVELOPE = invalid("its ERC-6492 envelope is malformed or contains another envelope");
export const NO_CONTRACT = invalid("it is not by the account's key, and the account is not a contract");

/** Verifies a signature of `digest`; without a URL there is no node. */
export function verify(
	signer: string,
	signature: string,
	url: string | undefined,
	{ chainId = CHAIN_ID, timeoutMs = 5_000 } = {},
): Promise<WalletVerdict> {
	const rpc = url === undefined ? undefined : createJsonRpc({ url, timeoutMs });
	return verifyWalletSignature({ signer, digest, signature, chainId, rpc });
}

export type WalletChain = Awaited<ReturnType<typeof startWalletChain>>;

export async function startWalletChain() {
	const { url, stop, client, deployer, send } = await startLocalChain({ chainId: CHAIN_ID });
	const deploy = ({ factoryCall }: { factoryCall: Hex }) =>
		send(deployer, { to: FACTORY, data: factoryCall });
	const delegateTo = async (account: PrivateKeyAccount, contractAddress: Hex) => {
		const authorization = await client.signAuthorization({ account, contractAddress });
		await send(deployer, { to: stranger.address, authorizationList: [authorization] });
	};
	await deploy(wallet);
	return { url, stop, client, deploy, delegateTo };
}
