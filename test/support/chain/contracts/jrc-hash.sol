// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

struct Call { address dest; uint256 value; bytes data; }

/// Computes the jrcHash of a recovery intent: hashStruct of EIP-712, without a domain.
contract JrcHash {
	bytes32 constant CALL = keccak256("Call(address dest,uint256 value,bytes data)");
	bytes32 constant INTENT = keccak256(
		"RecoveryIntent(address lostAccount,address recoveryAccount,uint256 chainId,string reasonForRecovery,Call[] txs)Call(address dest,uint256 value,bytes data)"
	);

	function jrcHash(address lostAccount, address recoveryAccount, uint256 chainId, string calldata reason, Call[] calldata txs)
		external pure returns (bytes32)
	{
		bytes32[] memory hashes = new bytes32[](txs.length);
		for (uint256 i = 0; i < txs.length; i++)
			hashes[i] = keccak256(abi.encode(CALL, txs[i].dest, txs[i].value, keccak256(txs[i].data)));
		bytes32 calls = keccak256(abi.encodePacked(hashes));
		return keccak256(abi.encode(INTENT, lostAccount, recoveryAccount, chainId, keccak256(bytes(reason)), calls));
	}
}
