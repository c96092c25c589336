// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {CourtRecoveryModule} from "../CourtRecoveryModule.sol";
import {ISafe, Stage} from "./Stage.sol";
import {vm} from "./Vm.sol";

/// Random inputs against one account, of which the first key alone is the reviewer.
contract SignaturesTest is Stage {
    uint256 private constant CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
    uint256 private _member;

    function setUp() public {
        while (keys[_member] == 0) _member += 1;
        address[] memory reviewers = new address[](1);
        reviewers[0] = members[_member];
        for (uint256 a = 0; a < ACCOUNTS; ++a) {
            vm.prank(accounts[a]);
            ISafe(accounts[a]).enableModule(address(module));
        }
        vm.prank(accounts[0]);
        module.configure(CourtRecoveryModule.Configuration(reviewers, 1, new address[](0), 1 days, 1 days));
    }

    function testFuzz_rejects_bytes_that_are_no_signature(bytes calldata data, uint256 notBefore) external {
        require(!_schedule(notBefore % 2_000_000_000, block.timestamp, data), "scheduled without a signature");
    }

    function testFuzz_rejects_the_second_form_of_a_signature(uint256 time) external {
        (uint256 notBefore, uint256 deadline) = _timesOf(time);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[_member], _digest(notBefore, deadline));
        bytes32 highS = bytes32(CURVE_ORDER - uint256(s));
        require(!_schedule(notBefore, deadline, abi.encodePacked(r, highS, v == 27 ? 28 : 27)), "high s");
        bytes32 compact = s | bytes32(uint256(v - 27) << 255);
        require(!_schedule(notBefore, deadline, abi.encodePacked(r, compact)), "64 bytes");
        require(!_schedule(notBefore, deadline, abi.encodePacked(r, s, v - 27)), "v of 0 or 1");
        require(!_schedule(notBefore, deadline, abi.encodePacked(r, s, v, uint8(0))), "66 bytes");
        require(_schedule(notBefore, deadline, abi.encodePacked(r, s, v)), "the signature itself");
        require(!_schedule(notBefore, deadline, abi.encodePacked(r, s, v)), "the signature, a second time");
    }

    function testFuzz_rejects_other_times_than_the_signed_ones(uint256 time, uint256 other) external {
        (uint256 notBefore, uint256 deadline) = _timesOf(time);
        (uint256 otherNotBefore, uint256 otherDeadline) = _timesOf(other);
        if (notBefore == otherNotBefore && deadline == otherDeadline) return;
        bytes memory signature = signBy(_member, _digest(notBefore, deadline));
        require(!_schedule(otherNotBefore, otherDeadline, signature), "other times");
    }

    function testFuzz_rejects_signatures_of_another_domain(uint64 chainId, address other) external {
        if (chainId == block.chainid || chainId == 0 || other == address(module)) return;
        uint256 ownChainId = block.chainid;
        bytes memory ofOwnChain = signBy(_member, _digest(0, block.timestamp));
        CourtRecoveryModule.RecoveryIntent memory intent = intentOf(0, 0);
        vm.chainId(chainId);
        bytes memory ofOtherChain = signBy(_member, _digest(0, block.timestamp));
        require(!_scheduleIntent(intent, 0, block.timestamp, ofOtherChain), "an intent of another chain");
        intent.chainId = chainId;
        require(!_scheduleIntent(intent, 0, block.timestamp, ofOwnChain), "a signature of another chain");
        vm.chainId(ownChainId);
        CourtRecoveryModule own = module;
        module = CourtRecoveryModule(other);
        bytes memory ofOther = signBy(_member, _digest(0, block.timestamp));
        module = own;
        require(!_schedule(0, block.timestamp, ofOther), "a signature for another contract");
    }

    function testFuzz_takes_configurations_within_the_bounds(uint8 n, uint8 k, uint256 delay, uint256 expiry) external {
        delay = delay % 4000 days;
        expiry = expiry % 4000 days;
        bool expected = k >= 1 && k <= n && n <= 32 && _isDuration(delay) && _isDuration(expiry);
        address[] memory reviewers = new address[](n);
        for (uint256 i = 0; i < n; ++i) reviewers[i] = address(uint160(0x1000 + i));
        vm.prank(accounts[1]);
        (bool isDone,) = address(module).call(
            abi.encodeCall(
                module.configure,
                (CourtRecoveryModule.Configuration(reviewers, k, new address[](0), delay, expiry))
            )
        );
        require(isDone == expected, "another decision about a configuration");
    }

    function _isDuration(uint256 duration) private pure returns (bool) {
        return duration >= 1 days && duration <= 3650 days;
    }

    function _timesOf(uint256 seed) private view returns (uint256 notBefore, uint256 deadline) {
        notBefore = block.timestamp + (seed & type(uint32).max) % 3650 days;
        deadline = block.timestamp + (seed >> 128);
    }

    function _digest(uint256 notBefore, uint256 deadline) private view returns (bytes32) {
        return digestOf(members[_member], accounts[0], hashes[0][0], notBefore, deadline, 0, 1);
    }

    function _schedule(uint256 notBefore, uint256 deadline, bytes memory signature) private returns (bool) {
        return _scheduleIntent(intentOf(0, 0), notBefore, deadline, signature);
    }

    function _scheduleIntent(
        CourtRecoveryModule.RecoveryIntent memory intent,
        uint256 notBefore,
        uint256 deadline,
        bytes memory signature
    ) private returns (bool isDone) {
        CourtRecoveryModule.Signature[] memory signatures = new CourtRecoveryModule.Signature[](1);
        signatures[0] = CourtRecoveryModule.Signature(members[_member], signature);
        (isDone,) =
            address(module).call(abi.encodeCall(module.schedule, (intent, notBefore, deadline, signatures)));
    }
}
