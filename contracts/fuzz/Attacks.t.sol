// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {CourtRecoveryModule} from "../CourtRecoveryModule.sol";
import {ISafe, Stage} from "./Stage.sol";
import {vm} from "./Vm.sol";

interface IFallbackManager {
    function setFallbackHandler(address handler) external;
}

/// A contract that says of itself what a Safe would say, and makes its own calls in place of the ordered ones.
contract Impostor {
    CourtRecoveryModule private immutable _module;
    bytes[] private _calls;
    uint256 public successes;

    constructor(CourtRecoveryModule module) {
        _module = module;
    }

    function configure(CourtRecoveryModule.Configuration calldata configuration) external {
        _module.configure(configuration);
    }

    function add(bytes calldata call) external {
        _calls.push(call);
    }

    function isModuleEnabled(address) external pure returns (bool) {
        return true;
    }

    function getStorageAt(uint256, uint256) external pure returns (bytes memory) {
        return new bytes(32);
    }

    function execTransactionFromModuleReturnData(address, uint256, bytes calldata, uint8)
        external
        returns (bool, bytes memory)
    {
        for (uint256 i = 0; i < _calls.length; ++i) {
            (bool isDone,) = address(_module).call(_calls[i]);
            if (isDone) successes += 1;
        }
        return (true, "");
    }
}

/// A reviewer that accepts every signature, but changes something first.
contract WritingReviewer {
    uint256 private _asked;

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        _asked += 1;
        return this.isValidSignature.selector;
    }
}

/// Attacks on two accounts, whose reviewers are the first three keys. Two of them approve.
contract AttacksTest is Stage {
    uint256 private constant REVIEWERS = 3;
    uint256 private constant FLOOD = 50;
    uint256 private constant EVER = type(uint256).max;
    uint256[REVIEWERS] private _reviewers;

    function setUp() public {
        uint256 count = 0;
        for (uint256 member = 0; count < REVIEWERS; ++member) {
            if (keys[member] != 0) _reviewers[count++] = member;
        }
        for (uint256 a = 0; a < ACCOUNTS; ++a) {
            vm.prank(accounts[a]);
            ISafe(accounts[a]).enableModule(address(module));
            _configure(accounts[a], _configuration());
        }
    }

    function test_reviewers_end_a_flood_of_schedules_by_one_call_each() external {
        for (uint256 i = 0; i < FLOOD; ++i) require(_schedule(_flood(i), 1), "a schedule of the flood");
        bytes memory vetoAll = abi.encodeCall(module.vetoAll, (accounts[0]));
        require(!_isDone(vetoers[0], vetoAll) && !_isDone(HEIR, vetoAll), "a vote by somebody else");
        require(_isDone(_reviewer(1), vetoAll) && !_isDone(_reviewer(1), vetoAll), "two votes by one reviewer");
        require(module.generationOf(accounts[0]) == 1, "ended by one of three");
        require(_isDone(_reviewer(2), vetoAll), "the second vote");
        vm.warp(block.timestamp + 1 days);
        for (uint256 i = 0; i < FLOOD; ++i) require(!_execute(_flood(i)), "executed after the end");
        require(!_schedule(_flood(FLOOD), 1), "approvals from before the end");
        (CourtRecoveryModule.Configuration memory left, uint256 generation) = module.configurationOf(accounts[0]);
        require(left.threshold == 2 && generation == 2, "another configuration");
        require(_schedule(_flood(0), 2), "new approvals");
    }

    function test_the_account_ends_everything_and_keeps_its_configuration() external {
        require(_schedule(intentOf(0, 0), 1), "the schedule");
        require(_isDone(accounts[0], abi.encodeCall(module.vetoAll, (accounts[0]))), "vetoAll");
        vm.warp(block.timestamp + 1 days);
        require(!_execute(intentOf(0, 0)) && _schedule(intentOf(0, 0), 2), "not ended, or for ever");
    }

    /// The first call of the intent makes the module the account's fallback handler, and the second reaches it.
    function test_an_intent_does_not_change_the_configuration_through_the_fallback_handler() external {
        bytes[5] memory attempts = [
            abi.encodeCall(module.configure, (_byOne(HEIR))),
            abi.encodeCall(module.remove, ()),
            abi.encodeCall(module.vetoAll, (accounts[0])),
            // The Safe appends the caller, itself, which completes the argument.
            abi.encodePacked(module.vetoAll.selector, bytes12(0)),
            abi.encodePacked(module.configure.selector)
        ];
        for (uint256 i = 0; i < attempts.length; ++i) {
            CourtRecoveryModule.RecoveryIntent memory intent = intentOf(0, 1);
            bytes memory setHandler = abi.encodeCall(IFallbackManager.setFallbackHandler, (address(module)));
            intent.txs[0] = CourtRecoveryModule.Call(accounts[0], 0, setHandler);
            intent.txs[1] = CourtRecoveryModule.Call(accounts[0], 0, attempts[i]);
            uint256 generation = module.generationOf(accounts[0]);
            require(_schedule(intent, generation), "the schedule");
            vm.warp(block.timestamp + 1 days);
            // The account may veto everything. It stays what it was configured to be.
            _execute(intent);
            (CourtRecoveryModule.Configuration memory left,) = module.configurationOf(accounts[0]);
            require(keccak256(abi.encode(left)) == keccak256(abi.encode(_configuration())), "another configuration");
        }
    }

    /// The second account reviews the first one, and passes on what strangers call, with their address behind it.
    function test_strangers_do_not_vote_through_a_reviewer_that_has_the_module_as_fallback_handler() external {
        CourtRecoveryModule.Configuration memory configuration = _configuration();
        configuration.reviewers = new address[](1);
        configuration.reviewers[0] = accounts[1];
        configuration.threshold = 1;
        _configure(accounts[0], configuration);
        vm.prank(accounts[1]);
        IFallbackManager(accounts[1]).setFallbackHandler(address(module));
        bytes memory veto = abi.encodeCall(module.veto, (accounts[0], hashes[0][0]));
        bytes memory vetoAll = abi.encodeCall(module.vetoAll, (accounts[0]));
        for (uint256 cut = 0; cut <= 20; cut += 20) {
            _callAs(HEIR, accounts[1], _withoutEnd(veto, cut));
            _callAs(HEIR, accounts[1], _withoutEnd(vetoAll, cut));
        }
        CourtRecoveryModule.Status memory status = module.statusOf(accounts[0], hashes[0][0]);
        require(status.vetoes == 0 && status.round == 0 && module.generationOf(accounts[0]) == 2, "a stranger's vote");
    }

    /// A word of the call's data is replaced, or an offset or length among them shifted.
    function testFuzz_changed_bytes_execute_the_scheduled_calls_or_nothing(uint256 at, uint256 word, bool isShift)
        external
    {
        require(_schedule(intentOf(0, 1), 1), "the schedule");
        vm.warp(block.timestamp + 1 days);
        bytes memory data = _changed(abi.encodeCall(module.execute, (intentOf(0, 1))), at, word, isShift);
        bool isDone = _isDone(HEIR, data);
        require(token.balanceOf(HEIR) == (isDone ? amountOf(1) : 0), "other calls");
    }

    function testFuzz_changed_bytes_schedule_the_approved_calls_or_nothing(uint256 at, uint256 word, bool isShift)
        external
    {
        bool isDone = _isDone(HEIR, _changed(_scheduleData(intentOf(0, 1), 1), at, word, isShift));
        require((module.statusOf(accounts[0], hashes[0][1]).endsAt != 0) == isDone, "another schedule");
    }

    function test_any_amount_of_gas_executes_everything_or_leaves_it_ready() external {
        require(_schedule(intentOf(0, 1), 1), "the schedule");
        vm.warp(block.timestamp + 1 days);
        bytes memory data = abi.encodeCall(module.execute, (intentOf(0, 1)));
        bool isDone;
        for (uint256 amount = 30_000; !isDone; amount += 997) {
            require(token.balanceOf(HEIR) == 0, "a part has moved");
            CourtRecoveryModule.State state = module.statusOf(accounts[0], hashes[0][1]).state;
            require(state == CourtRecoveryModule.State.Ready, "not ready any more");
            (isDone,) = address(module).call{gas: amount}(data);
        }
        require(token.balanceOf(HEIR) == amountOf(1), "not everything");
    }

    function test_a_contract_that_only_poses_as_a_Safe_reaches_no_other_account() external {
        Impostor impostor = new Impostor(module);
        impostor.configure(_configuration());
        require(_schedule(intentOf(0, 0), 1) && _schedule(intentOf(0, 1), 1), "the schedules");
        impostor.add(abi.encodeCall(module.execute, (intentOf(0, 0))));
        impostor.add(abi.encodeCall(module.veto, (accounts[0], hashes[0][1])));
        impostor.add(abi.encodeCall(module.vetoAll, (accounts[0])));
        impostor.add(abi.encodeCall(module.removeDisabled, (accounts[0])));
        CourtRecoveryModule.RecoveryIntent memory intent = intentOf(0, 0);
        intent.lostAccount = address(impostor);
        require(_schedule(intent, 1), "the impostor's schedule");
        vm.warp(block.timestamp + 1 days);
        require(_execute(intent) && impostor.successes() == 0, "a call from within");
        require(token.balanceOf(HEIR) == 0 && _execute(intentOf(0, 0)), "moved or blocked");
    }

    function test_an_account_that_has_lost_its_code_is_never_taken_for_recovered() external {
        require(_schedule(intentOf(0, 0), 1), "the schedule");
        vm.warp(block.timestamp + 1 days);
        bytes memory code = accounts[0].code;
        vm.etch(accounts[0], "");
        require(!_execute(intentOf(0, 0)), "no code");
        vm.etch(accounts[0], hex"00");
        require(!_execute(intentOf(0, 0)), "code that stops");
        require(!_isDone(HEIR, abi.encodeCall(module.removeDisabled, (accounts[0]))), "removed");
        vm.etch(accounts[0], code);
        require(_execute(intentOf(0, 0)), "the Safe again");
    }

    function test_a_reviewer_that_has_lost_its_code_approves_nothing() external {
        uint256 wallet = 0;
        while (keys[wallet] != 0) wallet += 1;
        _configure(accounts[0], _byOne(members[wallet]));
        bytes32 digest = digestOf(members[wallet], accounts[0], hashes[0][0], 0, EVER, 0, 2);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(walletKey, digest);
        vm.etch(members[wallet], "");
        bytes[3] memory forms = [bytes(""), abi.encode(r, s, v), abi.encodePacked(r, s, v)];
        for (uint256 i = 0; i < forms.length; ++i) require(!_scheduleBy(members[wallet], forms[i]), "approved");
    }

    function test_a_reviewer_changes_nothing_while_it_is_asked() external {
        address reviewer = address(new WritingReviewer());
        _configure(accounts[0], _byOne(reviewer));
        require(!_scheduleBy(reviewer, ""), "asked by a call that can change something");
    }

    function test_a_precompiled_contract_approves_nothing() external {
        for (uint160 precompile = 1; precompile <= 0x11; ++precompile) {
            _configure(accounts[0], _byOne(address(precompile)));
            for (uint256 length = 0; length <= 130; length += 65) {
                require(!_scheduleBy(address(precompile), new bytes(length)), "approved");
            }
        }
    }

    function test_the_longest_times_do_not_overflow() external {
        CourtRecoveryModule.Configuration memory configuration = _byOne(_reviewer(0));
        uint256 longest = module.MAX_DURATION();
        (configuration.delay, configuration.expiry) = (longest, longest);
        _configure(accounts[0], configuration);
        uint256 start = block.timestamp + longest;
        CourtRecoveryModule.Signature[] memory signatures = new CourtRecoveryModule.Signature[](1);
        signatures[0] = _signature(0, hashes[0][0], start + 1, 2);
        bytes memory later = abi.encodeCall(module.schedule, (intentOf(0, 0), start + 1, EVER, signatures));
        require(!_isDone(HEIR, later), "a second too far");
        signatures[0] = _signature(0, hashes[0][0], start, 2);
        module.schedule(intentOf(0, 0), start, EVER, signatures);
        vm.warp(start + longest - 1);
        require(_isDone(vetoers[0], abi.encodeCall(module.veto, (accounts[0], hashes[0][0]))), "the delay");
        CourtRecoveryModule.Status memory status = module.statusOf(accounts[0], hashes[0][0]);
        require(status.readyAt == block.timestamp + longest && status.endsAt == status.readyAt + longest, "times");
        vm.warp(status.endsAt - 1);
        require(_execute(intentOf(0, 0)), "the last moment");
    }

    function _flood(uint256 number) private view returns (CourtRecoveryModule.RecoveryIntent memory intent) {
        intent = intentOf(0, 0);
        intent.reasonForRecovery = string(abi.encodePacked(number));
    }

    function _configuration() private view returns (CourtRecoveryModule.Configuration memory configuration) {
        configuration.reviewers = new address[](REVIEWERS);
        for (uint256 i = 0; i < REVIEWERS; ++i) configuration.reviewers[i] = _reviewer(i);
        configuration.vetoers = new address[](1);
        configuration.vetoers[0] = vetoers[0];
        (configuration.threshold, configuration.delay, configuration.expiry) = (2, 1 days, 30 days);
    }

    function _byOne(address reviewer) private view returns (CourtRecoveryModule.Configuration memory configuration) {
        configuration = _configuration();
        configuration.reviewers = new address[](1);
        configuration.reviewers[0] = reviewer;
        configuration.threshold = 1;
    }

    function _configure(address account, CourtRecoveryModule.Configuration memory configuration) private {
        vm.prank(account);
        module.configure(configuration);
    }

    function _reviewer(uint256 i) private view returns (address) {
        return members[_reviewers[i]];
    }

    function _signature(uint256 i, bytes32 jrcHash, uint256 notBefore, uint256 generation)
        private
        view
        returns (CourtRecoveryModule.Signature memory)
    {
        bytes32 digest = digestOf(_reviewer(i), accounts[0], jrcHash, notBefore, EVER, 0, generation);
        return CourtRecoveryModule.Signature(_reviewer(i), signBy(_reviewers[i], digest));
    }

    /// The first two reviewers approve.
    function _scheduleData(CourtRecoveryModule.RecoveryIntent memory intent, uint256 generation)
        private
        view
        returns (bytes memory)
    {
        CourtRecoveryModule.Signature[] memory signatures = new CourtRecoveryModule.Signature[](2);
        bytes32 jrcHash = module.hashIntent(intent);
        for (uint256 i = 0; i < 2; ++i) {
            bytes32 digest = digestOf(_reviewer(i), intent.lostAccount, jrcHash, 0, EVER, 0, generation);
            signatures[i] = CourtRecoveryModule.Signature(_reviewer(i), signBy(_reviewers[i], digest));
        }
        return abi.encodeCall(module.schedule, (intent, 0, EVER, signatures));
    }

    function _schedule(CourtRecoveryModule.RecoveryIntent memory intent, uint256 generation) private returns (bool) {
        return _isDone(HEIR, _scheduleData(intent, generation));
    }

    function _scheduleBy(address reviewer, bytes memory signature) private returns (bool) {
        CourtRecoveryModule.Signature[] memory signatures = new CourtRecoveryModule.Signature[](1);
        signatures[0] = CourtRecoveryModule.Signature(reviewer, signature);
        return _isDone(HEIR, abi.encodeCall(module.schedule, (intentOf(0, 0), 0, EVER, signatures)));
    }

    function _execute(CourtRecoveryModule.RecoveryIntent memory intent) private returns (bool) {
        return _isDone(HEIR, abi.encodeCall(module.execute, (intent)));
    }

    function _isDone(address caller, bytes memory data) private returns (bool) {
        return _callAs(caller, address(module), data);
    }

    function _callAs(address caller, address to, bytes memory data) private returns (bool isDone) {
        vm.prank(caller);
        (isDone,) = to.call(data);
    }

    function _withoutEnd(bytes memory data, uint256 count) private pure returns (bytes memory cut) {
        cut = new bytes(data.length - count);
        for (uint256 i = 0; i < cut.length; ++i) cut[i] = data[i];
    }

    function _changed(bytes memory data, uint256 at, uint256 word, bool isShift) private pure returns (bytes memory) {
        uint256 words = (data.length - 4) / 32;
        uint256 offset = 36 + 32 * (at % words);
        assembly ("memory-safe") {
            let place := add(data, offset)
            if isShift { word := add(mload(place), mul(32, mod(word, words))) }
            mstore(place, word)
        }
        return data;
    }
}
