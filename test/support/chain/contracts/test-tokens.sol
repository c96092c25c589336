// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// An ERC-20 with the texts that its creator chooses.
contract NamedToken {
    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        (name, symbol, decimals) = (name_, symbol_, decimals_);
        totalSupply = balanceOf[msg.sender] = 1_000_000 * 10 ** uint256(decimals_);
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}

/// As tokens before 2017: texts of 32 bytes, and no decimals.
contract OldToken {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
}

/// Fails in other ways than by a revert.
contract FailingToken {
    function name() external pure returns (string memory) {
        assembly {
            invalid()
        }
    }

    function symbol() external pure returns (string memory) {
        while (true) {}
        return "";
    }

    function decimals() external pure returns (uint256) {
        return 2 ** 64;
    }
}
