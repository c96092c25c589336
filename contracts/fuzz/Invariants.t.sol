// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Handler} from "./Handler.sol";
import {vm} from "./Vm.sol";

/// The form in which forge takes functions of a contract.
struct FuzzSelector {
    address target;
    bytes4[] selectors;
}

/// Random sequences of calls, each compared with the model in Handler.sol.
contract InvariantsTest {
    Handler private _handler;

    function setUp() public {
        _handler = new Handler();
    }

    /// forge calls the functions of these contracts.
    function targetContracts() external view returns (address[] memory contracts) {
        contracts = new address[](1);
        contracts[0] = address(_handler);
    }

    /// The token's callback does nothing outside of a transfer.
    function excludeSelectors() external view returns (FuzzSelector[] memory excluded) {
        excluded = new FuzzSelector[](1);
        excluded[0] = FuzzSelector(address(_handler), new bytes4[](1));
        excluded[0].selectors[0] = _handler.onTransfer.selector;
    }

    /// Also: nothing twice, and nothing in parts, because each intent moves a sum that no other intents add up to.
    function invariant_only_expected_executions_move_tokens() external view {
        for (uint256 a = 0; a < 2; ++a) {
            uint256 balance = _handler.token().balanceOf(_handler.accounts(a));
            require(balance == 1_000_000 - _handler.moved(a), "another balance");
            require(_handler.moved(a) <= 1 + 110 + 1000, "something moved twice");
        }
    }

    /// Writes what the run has done, so that nobody takes a run in which nothing happens for a proof.
    function afterInvariant() external {
        Handler.Counts memory counts = _handler.countsOf();
        string memory line = string.concat(
            _number("calls", counts.calls),
            _number("schedules", counts.schedules),
            _number("rejectedSchedules", counts.rejectedSchedules),
            _number("tooFewSigners", counts.tooFewSigners)
        );
        line = string.concat(
            line,
            _number("stops", counts.stops),
            _number("stopsOfAll", counts.stopsOfAll),
            _number("delays", counts.delays),
            _number("executions", counts.executions),
            _number("rejectedExecutions", counts.rejectedExecutions)
        );
        vm.writeLine(vm.envString("FUZZ_COUNTS"), line);
    }

    function _number(string memory name, uint256 value) private pure returns (string memory) {
        bytes memory digits;
        do {
            digits = abi.encodePacked(uint8(48 + value % 10), digits);
            value /= 10;
        } while (value != 0);
        return string.concat(name, "=", string(digits), " ");
    }
}
