// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A wallet for tests of ERC-1271: it accepts what its owner's key signed, and misbehaves on request.
/// The owner lies in the code, not in storage, so the same contract serves as an EIP-7702 delegate.
contract TestWallet {
	address public immutable owner;

	constructor(address owner_) {
		owner = owner_;
	}

	/// A signature of one byte asks for a fault: 1 revert, 2 invalid opcode, 3 an endless loop,
	/// 4 an empty answer, 5 an answer that is no bytes4. One of two bytes, 0x600d, it accepts, as a Safe does
	/// an empty one for what its owners approved on chain.
	function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
		if (signature.length == 1) fault(uint8(signature[0]));
		if (signature.length == 2 && bytes2(signature) == 0x600d) return 0x1626ba7e;
		if (signature.length != 65) return 0xffffffff;
		bytes32 r = bytes32(signature[:32]);
		bytes32 s = bytes32(signature[32:64]);
		address signer = ecrecover(hash, uint8(signature[64]), r, s);
		return signer == owner && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
	}

	function fault(uint8 kind) private pure {
		if (kind == 1) revert("not today");
		assembly {
			switch kind
			case 2 { invalid() }
			case 3 { for {} 1 {} {} }
			case 4 { return(0, 0) }
			case 5 { mstore(0, 1) return(0, 32) }
		}
	}
}
