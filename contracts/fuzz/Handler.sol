// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {CourtRecoveryModule} from "../CourtRecoveryModule.sol";
import {ISafe, Stage, Wallet} from "./Stage.sol";
import {vm} from "./Vm.sol";

/**
 * Random calls of the module, beside a model of it that is written from the words of docs/design/recovery-module.md and
 * not from the contract. Each action predicts whether the call succeeds, and fails the run if it does not agree with
 * the contract. Sets of members are bit masks.
 */
contract Handler is Stage {
    struct Config {
        uint256 generation;
        uint256 threshold;
        uint256 reviewers;
        uint256 vetoers;
        uint256 delay;
        uint256 expiry;
    }

    struct Expected {
        uint256 round;
        uint256 scheduledAt;
        uint256 readyAt;
        uint256 endsAt;
        uint256 votes;
        bool wasDelayed;
    }

    struct Approvals {
        uint256 a;
        uint256 i;
        uint256 signers;
        uint256 notBefore;
        uint256 deadline;
        uint256 round;
        uint256 generation;
        uint256 walletKey;
        Fault fault;
        bytes signatures;
    }

    /// The last member signs twice; the order is wrong; a member's signature is used for another; or of another digest.
    enum Fault {
        None,
        Doubled,
        Descending,
        Lent,
        OtherDigest
    }

    struct Counts {
        uint256 calls;
        uint256 schedules;
        uint256 rejectedSchedules;
        uint256 stops;
        uint256 stopsOfAll;
        uint256 delays;
        uint256 executions;
        uint256 rejectedExecutions;
        uint256 tooFewSigners;
    }

    uint256 private constant POOL = 12;
    uint256 private constant SECOND_OWNER_KEY = 0xCAFE;

    Config[ACCOUNTS] private _configs;
    mapping(uint256 a => mapping(uint256 generation => mapping(uint256 i => Expected))) private _expected;
    mapping(uint256 a => mapping(uint256 i => bool)) private _isExecuted;
    /// Reviewers who have voted against everything.
    mapping(uint256 a => mapping(uint256 generation => uint256)) private _votesForAll;
    Approvals[POOL] private _pool;
    uint256 private _nextInPool;
    uint256[ACCOUNTS] public moved;
    Counts public counts;

    modifier counted() {
        counts.calls += 1;
        _;
    }

    function countsOf() external view returns (Counts memory) {
        return counts;
    }

    function warp(uint256 duration) external counted {
        vm.warp(block.timestamp + duration % 3 days);
    }

    /// A configured account changes its configuration once in eight calls, so that schedules live long enough.
    function configure(uint256 a, uint256 reviewers, uint256 threshold, uint256 vetoMask, uint256 time)
        external
        counted
    {
        a %= ACCOUNTS;
        if (_configs[a].threshold != 0 && time % 8 != 0) return;
        reviewers = reviewers % (2 ** MEMBERS - 1) + 1;
        vetoMask %= 2 ** VETOERS;
        threshold = threshold % _count(reviewers) + 1;
        uint256 delay = 1 days + time % 5 days;
        uint256 expiry = 1 days + (time >> 32) % 9 days;
        _configure(a, Config(_configs[a].generation + 1, threshold, reviewers, vetoMask, delay, expiry));
    }

    function remove(uint256 a, uint256 chance) external counted {
        a %= ACCOUNTS;
        if (chance % 8 != 0) return;
        vm.prank(accounts[a]);
        module.remove();
        _configs[a] = Config(_configs[a].generation + 1, 0, 0, 0, 0, 0);
    }

    function removeDisabled(uint256 a) external counted {
        a %= ACCOUNTS;
        bool expected = _configs[a].threshold != 0 && !_isEnabled(a);
        (bool isDone,) = address(module).call(abi.encodeCall(module.removeDisabled, (accounts[a])));
        _compare(isDone, expected, "removeDisabled");
        if (isDone) _configs[a] = Config(_configs[a].generation + 1, 0, 0, 0, 0, 0);
    }

    function enable(uint256 a, uint256 chance) external counted {
        ISafe safe = ISafe(accounts[a % ACCOUNTS]);
        bool isEnabled = safe.isModuleEnabled(address(module));
        if (isEnabled && chance % 8 != 0) return;
        vm.prank(address(safe));
        if (isEnabled) safe.disableModule(address(1), address(module));
        else safe.enableModule(address(module));
    }

    /// The wallets' owner changes, and back again.
    function rotate(uint256 chance) external counted {
        if (chance % 4 != 0) return;
        walletKey = walletKey == FIRST_OWNER_KEY ? SECOND_OWNER_KEY : FIRST_OWNER_KEY;
        for (uint256 member = 0; member < MEMBERS; ++member) {
            if (keys[member] == 0) Wallet(members[member]).rotate(vm.addr(walletKey));
        }
    }

    /// Random members approve, for this round or a later one. Kept, so that the approvals can be used at any time,
    /// repeatedly.
    function approve(uint256 a, uint256 i, uint256 signers, uint256 time, uint256 fault) external counted {
        (a, i) = (a % ACCOUNTS, i % INTENTS);
        Approvals memory approvals = _termsOf(a, i, time);
        approvals.signers = signers % (2 ** MEMBERS - 1) + 1;
        if (fault % 8 == 0) approvals.round += 1;
        if (fault % 8 == 1) approvals.generation += 1;
        if (fault % 8 == 2) approvals.fault = Fault(1 + (fault >> 8) % 4);
        _keep(approvals);
    }

    /// k of the account's reviewers approve and the approvals are used at once. In one of four calls there are k - 1
    /// signers, of whom one may sign twice.
    function approveAndSchedule(uint256 a, uint256 i, uint256 time, uint256 chance) external counted {
        (a, i) = (a % ACCOUNTS, i % INTENTS);
        Config memory config = _configs[a];
        Approvals memory approvals = _termsOf(a, i, time);
        bool isShort = chance % 4 == 0 && config.threshold > 1;
        approvals.signers = _firstOf(config.reviewers, isShort ? config.threshold - 1 : config.threshold);
        if (config.threshold == 0) approvals.signers = 1;
        if (isShort) counts.tooFewSigners += 1;
        if (isShort && chance % 8 == 0) approvals.fault = Fault.Doubled;
        if (chance % 16 == 1) approvals.fault = Fault(1 + (chance >> 8) % 4);
        _schedule(_keep(approvals));
    }

    function scheduleFromPool(uint256 index) external counted {
        if (_pool[index % POOL].signers != 0) _schedule(index % POOL);
    }

    /// The caller is a member, a vetoer, one of the accounts, or a stranger. Half of the calls prefer a pending recovery.
    function veto(uint256 a, uint256 i, uint256 by, uint256 chance) external counted {
        (a, i) = (a % ACCOUNTS, i % INTENTS);
        if (by % 2 == 0) i = _pendingFrom(a, i);
        address caller = _callerOf(a, by, chance);
        bool expected = _expectVeto(a, i, caller);
        vm.prank(caller);
        (bool isDone,) = address(module).call(abi.encodeCall(module.veto, (accounts[a], hashes[a][i])));
        _compare(isDone, expected, "veto");
        _compareStatus(a, i);
    }

    /// Seldom, because it ends everything. The callers are those of a veto.
    function vetoAll(uint256 a, uint256 by, uint256 chance) external counted {
        a %= ACCOUNTS;
        if (by % 4 != 0) return;
        address caller = _callerOf(a, by >> 2, chance);
        bool expected = _expectVetoAll(a, caller);
        vm.prank(caller);
        (bool isDone,) = address(module).call(abi.encodeCall(module.vetoAll, (accounts[a])));
        _compare(isDone, expected, "vetoAll");
        for (uint256 i = 0; i < INTENTS; ++i) _compareStatus(a, i);
    }

    function execute(uint256 a, uint256 i) external counted {
        _execute(a % ACCOUNTS, i % INTENTS);
    }

    /// Waits until a pending recovery, if there is one, is ready or has just expired, and executes it.
    function waitAndExecute(uint256 a, uint256 i, uint256 chance) external counted {
        (a, i) = (a % ACCOUNTS, i % INTENTS);
        i = _pendingFrom(a, i);
        Expected memory expected = _expected[a][_configs[a].generation][i];
        uint256 time = chance % 4 == 0 ? expected.endsAt : expected.readyAt;
        if (chance % 4 == 1 && time > 0) time -= 1;
        if (time > block.timestamp) vm.warp(time);
        _execute(a, i);
    }

    function _configure(uint256 a, Config memory config) private {
        bool isEnabled = _isEnabled(a);
        CourtRecoveryModule.Configuration memory argument = CourtRecoveryModule.Configuration(
            _reviewersIn(config.reviewers), config.threshold, _vetoersIn(config.vetoers), config.delay, config.expiry
        );
        vm.prank(accounts[a]);
        (bool isDone,) = address(module).call(abi.encodeCall(module.configure, (argument)));
        _compare(isDone, isEnabled, "configure");
        if (isDone) _configs[a] = config;
    }

    /// The next intent with a pending schedule, or the same one if there is none.
    function _pendingFrom(uint256 a, uint256 i) private view returns (uint256) {
        for (uint256 tries = 0; tries < INTENTS && !_isPending(a, i); ++tries) i = (i + 1) % INTENTS;
        return i;
    }

    function _termsOf(uint256 a, uint256 i, uint256 time) private view returns (Approvals memory approvals) {
        (approvals.a, approvals.i) = (a, i);
        approvals.generation = _configs[a].generation;
        approvals.round = _roundOf(a, i);
        approvals.notBefore = time % 4 == 0 ? block.timestamp + time % 12 days : 0;
        approvals.deadline = block.timestamp + (time >> 64) % 20 days;
    }

    function _keep(Approvals memory approvals) private returns (uint256 index) {
        approvals.walletKey = walletKey;
        approvals.signatures = abi.encode(_spoil(_signaturesOf(approvals), approvals));
        index = _nextInPool;
        _nextInPool = (_nextInPool + 1) % POOL;
        _pool[index] = approvals;
    }

    function _signaturesOf(Approvals memory approvals)
        private
        view
        returns (CourtRecoveryModule.Signature[] memory signatures)
    {
        bool isDoubled = approvals.fault == Fault.Doubled;
        signatures = new CourtRecoveryModule.Signature[](_count(approvals.signers) + (isDoubled ? 1 : 0));
        uint256 at = 0;
        for (uint256 member = 0; member < MEMBERS; ++member) {
            if (approvals.signers >> member & 1 == 0) continue;
            signatures[at].reviewer = members[member];
            signatures[at].data = signBy(member, _digest(approvals, members[member]));
            at += 1;
        }
        if (isDoubled) signatures[at] = signatures[at - 1];
    }

    /// One signer alone has no order, so another digest is signed in its place.
    function _spoil(CourtRecoveryModule.Signature[] memory signatures, Approvals memory approvals)
        private
        view
        returns (CourtRecoveryModule.Signature[] memory)
    {
        uint256 last = signatures.length - 1;
        if (approvals.fault == Fault.None || approvals.fault == Fault.Doubled) return signatures;
        if (approvals.fault == Fault.Descending && last > 0) {
            (signatures[0], signatures[last]) = (signatures[last], signatures[0]);
        } else if (approvals.fault == Fault.Lent) {
            uint256 lender = _indexOf(signatures[0].reviewer);
            signatures[0].data = signBy(lender, _digest(approvals, members[(lender + 1) % MEMBERS]));
        } else {
            signatures[0].data = signBy(_indexOf(signatures[0].reviewer), _digest(approvals, address(module)));
        }
        return signatures;
    }

    function _digest(Approvals memory approvals, address reviewer) private view returns (bytes32) {
        return digestOf(
            reviewer,
            accounts[approvals.a],
            hashes[approvals.a][approvals.i],
            approvals.notBefore,
            approvals.deadline,
            approvals.round,
            approvals.generation
        );
    }

    function _schedule(uint256 index) private {
        Approvals memory approvals = _pool[index];
        (uint256 a, uint256 i) = (approvals.a, approvals.i);
        bool expected = _expectSchedule(approvals);
        try module.schedule(
            intentOf(a, i),
            approvals.notBefore,
            approvals.deadline,
            abi.decode(approvals.signatures, (CourtRecoveryModule.Signature[]))
        ) returns (bytes32 jrcHash) {
            _compare(true, expected, "schedule");
            require(jrcHash == hashes[a][i], "another jrcHash");
            _noteSchedule(a, i, approvals.notBefore);
            _compareStatus(a, i);
        } catch {
            _compare(false, expected, "schedule");
            counts.rejectedSchedules += 1;
        }
    }

    function _expectSchedule(Approvals memory approvals) private view returns (bool) {
        (uint256 a, uint256 i) = (approvals.a, approvals.i);
        Config memory config = _configs[a];
        if (config.threshold == 0 || !_isEnabled(a) || _isExecuted[a][i] || _isPending(a, i)) return false;
        if (block.timestamp > approvals.deadline || approvals.fault != Fault.None) return false;
        if (approvals.generation != config.generation || approvals.round != _roundOf(a, i)) return false;
        bool isByWallet = approvals.signers & _wallets() != 0;
        if (isByWallet && approvals.walletKey != walletKey) return false;
        bool isByReviewers = approvals.signers & ~config.reviewers == 0;
        return isByReviewers && _count(approvals.signers) >= config.threshold;
    }

    function _noteSchedule(uint256 a, uint256 i, uint256 notBefore) private {
        counts.schedules += 1;
        Expected storage expected = _expectedOf(a, i);
        uint256 earliest = block.timestamp + _configs[a].delay;
        expected.scheduledAt = block.timestamp;
        expected.readyAt = notBefore > earliest ? notBefore : earliest;
        expected.endsAt = expected.readyAt + _configs[a].expiry;
    }

    function _callerOf(uint256 a, uint256 by, uint256 chance) private view returns (address) {
        if (by % 3 == 0) return members[chance % MEMBERS];
        if (by % 3 == 1) return vetoers[chance % VETOERS];
        if (chance % 8 == 0) return accounts[a];
        return chance % 8 == 1 ? accounts[(a + 1) % ACCOUNTS] : HEIR;
    }

    /// Predicts a veto, and notes what it does.
    function _expectVeto(uint256 a, uint256 i, address caller) private returns (bool) {
        Config memory config = _configs[a];
        if (config.threshold == 0 || _isExecuted[a][i]) return false;
        Expected storage expected = _expectedOf(a, i);
        if (caller == accounts[a]) return _noteStop(expected);
        uint256 vote = _maskOf(caller) & config.reviewers;
        bool isVetoer = _vetoMaskOf(caller) & config.vetoers != 0;
        if (vote == 0 && !isVetoer) return false;
        bool isNew = vote & ~expected.votes != 0;
        expected.votes |= vote;
        if (_count(expected.votes) == _count(config.reviewers) - config.threshold + 1) return _noteStop(expected);
        bool isDelay = expected.endsAt != 0 && !expected.wasDelayed;
        if (isDelay) _noteDelay(expected, config);
        return isNew || isDelay;
    }

    /// Predicts a veto of everything, and notes what it does.
    function _expectVetoAll(uint256 a, address caller) private returns (bool) {
        Config storage config = _configs[a];
        if (config.threshold == 0) return false;
        uint256 votes = _votesForAll[a][config.generation];
        uint256 vote = _maskOf(caller) & config.reviewers;
        bool isByAccount = caller == accounts[a];
        if (!isByAccount && vote & ~votes == 0) return false;
        _votesForAll[a][config.generation] = votes | vote;
        if (isByAccount || _count(votes | vote) > _count(config.reviewers) - config.threshold) {
            counts.stopsOfAll += 1;
            config.generation += 1;
        }
        return true;
    }

    function _noteStop(Expected storage expected) private returns (bool) {
        counts.stops += 1;
        _noteNextRound(expected);
        return true;
    }

    function _noteDelay(Expected storage expected, Config memory config) private {
        counts.delays += 1;
        uint256 from = block.timestamp > expected.readyAt ? block.timestamp : expected.readyAt;
        expected.wasDelayed = true;
        expected.readyAt = from + config.delay;
        expected.endsAt = expected.readyAt + config.expiry;
    }

    function _noteNextRound(Expected storage expected) private {
        expected.round += 1;
        (expected.scheduledAt, expected.readyAt, expected.endsAt, expected.votes) = (0, 0, 0, 0);
    }

    function _execute(uint256 a, uint256 i) private {
        Expected memory expected = _expected[a][_configs[a].generation][i];
        bool isReady = _isPending(a, i) && block.timestamp >= expected.readyAt;
        bool canMove = isReady && _isEnabled(a) && !_isExecuted[a][i] && i != 2;
        uint256 before = token.balanceOf(accounts[a]);
        (bool isDone,) = address(module).call(abi.encodeCall(module.execute, (intentOf(a, i))));
        _compare(isDone, canMove, "execute");
        require(token.balanceOf(accounts[a]) == before - (isDone ? amountOf(i) : 0), "a part has moved");
        if (!isDone) {
            counts.rejectedExecutions += 1;
            return _compareStatus(a, i);
        }
        require(block.timestamp >= expected.scheduledAt + 1 days, "nobody had a day to veto");
        _isExecuted[a][i] = true;
        moved[a] += amountOf(i);
        counts.executions += 1;
        _compareStatus(a, i);
    }

    /// The model's record in the present generation. An expired schedule is gone, and its round too.
    function _expectedOf(uint256 a, uint256 i) private returns (Expected storage expected) {
        expected = _expected[a][_configs[a].generation][i];
        if (expected.endsAt != 0 && block.timestamp >= expected.endsAt) _noteNextRound(expected);
    }

    function _roundOf(uint256 a, uint256 i) private view returns (uint256) {
        Expected memory expected = _expected[a][_configs[a].generation][i];
        bool isExpired = expected.endsAt != 0 && block.timestamp >= expected.endsAt;
        return isExpired ? expected.round + 1 : expected.round;
    }

    function _isPending(uint256 a, uint256 i) private view returns (bool) {
        return block.timestamp < _expected[a][_configs[a].generation][i].endsAt;
    }

    function _isEnabled(uint256 a) private view returns (bool) {
        return ISafe(accounts[a]).isModuleEnabled(address(module));
    }

    function _compare(bool isDone, bool expected, string memory call) private pure {
        require(isDone == expected, string.concat(call, isDone ? " succeeds unexpectedly" : " fails unexpectedly"));
    }

    /// The module's view says what the model says, also of times and votes.
    function _compareStatus(uint256 a, uint256 i) private view {
        Expected memory expected = _expected[a][_configs[a].generation][i];
        CourtRecoveryModule.Status memory status = module.statusOf(accounts[a], hashes[a][i]);
        require(status.round == _roundOf(a, i), "another round");
        bool isSameTime = status.readyAt == expected.readyAt && status.endsAt == expected.endsAt;
        // The module shows the times of an expired schedule until the next round begins.
        require(isSameTime || status.state == CourtRecoveryModule.State.Expired, "other times");
        bool isExpired = expected.endsAt != 0 && block.timestamp >= expected.endsAt;
        require(status.vetoes == (isExpired ? 0 : _count(expected.votes)), "other votes");
        require(status.wasDelayed == expected.wasDelayed, "another delay");
        require((status.state == CourtRecoveryModule.State.Executed) == _isExecuted[a][i], "another state");
    }

    function _count(uint256 mask) private pure returns (uint256 count) {
        for (; mask != 0; mask >>= 1) count += mask & 1;
    }

    function _firstOf(uint256 mask, uint256 count) private pure returns (uint256 first) {
        for (uint256 bit = 1; count > 0; bit <<= 1) {
            if (mask & bit == 0) continue;
            first |= bit;
            count -= 1;
        }
    }

    function _wallets() private view returns (uint256 mask) {
        for (uint256 member = 0; member < MEMBERS; ++member) {
            if (keys[member] == 0) mask |= 1 << member;
        }
    }

    function _maskOf(address caller) private view returns (uint256) {
        uint256 index = _indexOf(caller);
        return index < MEMBERS ? 1 << index : 0;
    }

    /// MEMBERS for somebody else.
    function _indexOf(address member) private view returns (uint256 index) {
        while (index < MEMBERS && members[index] != member) index += 1;
    }

    function _vetoMaskOf(address caller) private view returns (uint256) {
        for (uint256 vetoer = 0; vetoer < VETOERS; ++vetoer) {
            if (vetoers[vetoer] == caller) return 1 << vetoer;
        }
        return 0;
    }

    function _reviewersIn(uint256 mask) private view returns (address[] memory list) {
        list = new address[](_count(mask));
        uint256 at = 0;
        for (uint256 member = 0; member < MEMBERS; ++member) {
            if (mask >> member & 1 != 0) list[at++] = members[member];
        }
    }

    function _vetoersIn(uint256 mask) private view returns (address[] memory list) {
        list = new address[](_count(mask));
        uint256 at = 0;
        for (uint256 vetoer = 0; vetoer < VETOERS; ++vetoer) {
            if (mask >> vetoer & 1 != 0) list[at++] = vetoers[vetoer];
        }
    }
}
