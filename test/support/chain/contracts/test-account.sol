// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

struct Execution {
	address target;
	uint256 value;
	bytes callData;
}

/// An account for tests of what is executed: ERC-7579's execute for anybody, and ERC-4337's validation by the
/// fallback, which accepts every user operation of every EntryPoint and pays nothing (give it a deposit).
contract TestAccount {
	receive() external payable {}

	function execute(bytes32 mode, bytes calldata data) external payable {
		bool isTry = mode[1] == 0x01;
		if (mode[0] == 0x00) {
			call(address(bytes20(data[:20])), uint256(bytes32(data[20:52])), data[52:], isTry);
			return;
		}
		require(mode[0] == 0x01, "call type");
		Execution[] memory batch = abi.decode(data, (Execution[]));
		for (uint256 i = 0; i < batch.length; i++) call(batch[i].target, batch[i].value, batch[i].callData, isTry);
	}

	function supportsExecutionMode(bytes32 mode) external pure returns (bool) {
		return mode[0] == 0x00 || mode[0] == 0x01;
	}

	function call(address target, uint256 value, bytes memory data, bool isTry) private {
		(bool success, ) = target.call{value: value}(data);
		require(success || isTry, "call failed");
	}

	fallback() external payable {
		assembly {
			mstore(0, 0)
			return(0, 32)
		}
	}
}

/// A token of which an agent, here anybody, can move other people's units.
contract TestToken {
	mapping(address => uint256) public balanceOf;

	function mint(address to, uint256 amount) external {
		balanceOf[to] += amount;
	}

	function transfer(address to, uint256 amount) external returns (bool) {
		balanceOf[msg.sender] -= amount;
		balanceOf[to] += amount;
		return true;
	}

	function forcedTransfer(address from, address to, uint256 amount) external {
		balanceOf[from] -= amount;
		balanceOf[to] += amount;
	}
}
