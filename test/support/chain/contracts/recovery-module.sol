// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {CourtRecoveryModule} from "../../../../contracts/CourtRecoveryModule.sol";

/// Computes many jrcHashes in one eth_call.
contract HashBatch {
	function hashAll(CourtRecoveryModule module, CourtRecoveryModule.RecoveryIntent[] calldata intents)
		external pure returns (bytes32[] memory hashes)
	{
		hashes = new bytes32[](intents.length);
		for (uint256 i = 0; i < intents.length; i++) hashes[i] = module.hashIntent(intents[i]);
	}
}

/// A token with the habits that matter to a list of transfers.
contract OddToken {
	enum Habit { Plain, ReturnsFalse, ReturnsNothing, ReturnsFalseOnSuccess }

	mapping(address => uint256) public balanceOf;
	Habit private immutable habit;

	constructor(Habit ofToken) {
		habit = ofToken;
	}

	function mint(address to, uint256 amount) external {
		balanceOf[to] += amount;
	}

	function transfer(address to, uint256 amount) external {
		move(msg.sender, to, amount);
	}

	/// Without an allowance, which no test needs.
	function transferFrom(address from, address to, uint256 amount) external {
		move(from, to, amount);
	}

	function move(address from, address to, uint256 amount) private {
		bool isShort = balanceOf[from] < amount;
		if (isShort && habit != Habit.ReturnsFalse) revert("short");
		if (!isShort) {
			balanceOf[from] -= amount;
			balanceOf[to] += amount;
		}
		if (habit == Habit.ReturnsNothing) return;
		bool result = !isShort && habit != Habit.ReturnsFalseOnSuccess;
		assembly {
			mstore(0, result)
			return(0, 32)
		}
	}
}

/// A token that makes calls in the middle of a transfer, and keeps what came back.
contract ReentrantToken {
	struct Attempt { address to; bytes data; }

	Attempt[] private attempts;
	bytes[] private results;

	function attempt(address to, bytes calldata data) external {
		attempts.push(Attempt(to, data));
	}

	function transfer(address, uint256) external returns (bool) {
		for (uint256 i = 0; i < attempts.length; i++) {
			(bool isDone, bytes memory result) = attempts[i].to.call(attempts[i].data);
			results.push(isDone ? bytes("") : result);
		}
		return true;
	}

	function resultsOf() external view returns (bytes[] memory) {
		return results;
	}
}

/// A guard of transactions and of module transactions, which rejects while it is closed.
contract TestGuard {
	bool public isOpen;
	uint256 public checked;

	function open() external {
		isOpen = true;
	}

	function supportsInterface(bytes4) external pure returns (bool) {
		return true;
	}

	function checkTransaction(
		address, uint256, bytes memory, uint8, uint256, uint256, uint256, address, address payable, bytes memory, address
	) external view {
		require(isOpen, "closed");
	}

	function checkAfterExecution(bytes32, bool) external {}

	function checkModuleTransaction(address, uint256, bytes memory, uint8, address) external returns (bytes32) {
		require(isOpen, "closed");
		checked += 1;
		return bytes32(0);
	}

	function checkAfterModuleExecution(bytes32, bool) external {}
}
