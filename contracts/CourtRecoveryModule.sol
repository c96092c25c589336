// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// The functions of a Safe (1.3.0 or later) that the module calls.
interface ISafe {
    function isModuleEnabled(address module) external view returns (bool);

    function getStorageAt(uint256 offset, uint256 length) external view returns (bytes memory);

    function execTransactionFromModuleReturnData(address to, uint256 value, bytes calldata data, uint8 operation)
        external
        returns (bool success, bytes memory returnData);
}

/**
 * @title CourtRecoveryModule: executes on a Safe exactly the calls that a court has ordered
 * @notice NOT AUDITED. Nobody but its authors has reviewed this contract. k reviewers of an account can move everything
 * that the account holds, after the delay and unless somebody stops them.
 * @dev docs/design/recovery-module.md has the words, the states, and the table of who can stop what until when. All
 * rules are in this one file, because those who trust it with an account read it in an explorer.
 *
 * - The contract has no owner, no upgrade, no fee and no pause, and holds nothing.
 * - An account configures itself: `configure` and `remove` are keyed by `msg.sender`. Both raise the account's
 *   generation, as `vetoAll` does. Approvals, schedules and votes belong to one generation, and end with it.
 * - A recovery is named by its jrcHash, the struct hash of the RecoveryIntent that the court's order names. The module
 *   computes it from the intent, so the calls that it makes are the calls of the order.
 */
contract CourtRecoveryModule is EIP712, ReentrancyGuardTransient {
    /// One call of the account, without a delegate call: the intent cannot express one, and the module makes none.
    struct Call {
        address dest;
        uint256 value;
        bytes data;
    }

    /// The intent that the jrcHash is the struct hash of, as docs/signing.md defines it.
    struct RecoveryIntent {
        address lostAccount;
        address recoveryAccount;
        uint256 chainId;
        string reasonForRecovery;
        Call[] txs;
    }

    struct Configuration {
        /// Strictly ascending. Keys, or contracts that sign by ERC-1271.
        address[] reviewers;
        /// The number of reviewers who approve a recovery: k of n.
        uint256 threshold;
        /// Strictly ascending; may be empty. Each can delay a recovery once, and do nothing else.
        address[] vetoers;
        /// Seconds between the schedule and the first moment of the execution.
        uint256 delay;
        /// Seconds between that moment and the end of the schedule.
        uint256 expiry;
    }

    /// An approval by one reviewer. `data` has 65 bytes for a key, or anything that the reviewer's contract accepts.
    struct Signature {
        address reviewer;
        bytes data;
    }

    /// Unknown: neither scheduled nor stopped in this round. Vetoed and Expired: new approvals, for a new round, are
    /// needed.
    enum State {
        Unknown,
        Waiting,
        Ready,
        Expired,
        Vetoed,
        Executed
    }

    /// The state of a jrcHash. Times are unix seconds, and zero without a schedule.
    struct Status {
        State state;
        /// The round that the next approvals have to be signed for.
        uint256 round;
        /// From here on anybody may execute.
        uint256 readyAt;
        /// From here on nobody may execute.
        uint256 endsAt;
        /// Reviewers who have voted for a veto in this round.
        uint256 vetoes;
        /// Whether the one delay that a vetoer or a reviewer can add alone is used up.
        bool wasDelayed;
    }

    struct Settings {
        uint64 generation;
        /// Zero while the account is not configured.
        uint64 threshold;
        uint64 delay;
        uint64 expiry;
        address[] reviewers;
        address[] vetoers;
    }

    struct Recovery {
        uint64 round;
        uint64 readyAt;
        /// Zero without a schedule.
        uint64 endsAt;
        uint32 vetoes;
        bool wasDelayed;
        bool isVetoed;
    }

    /// The fields of an Approval that all reviewers sign alike.
    struct Terms {
        address account;
        bytes32 jrcHash;
        uint256 notBefore;
        uint256 deadline;
        uint256 round;
        uint256 generation;
    }

    bytes32 private constant CALL_TYPEHASH = keccak256("Call(address dest,uint256 value,bytes data)");
    bytes32 private constant INTENT_TYPEHASH = keccak256(
        "RecoveryIntent(address lostAccount,address recoveryAccount,uint256 chainId,string reasonForRecovery,"
        "Call[] txs)Call(address dest,uint256 value,bytes data)"
    );
    bytes32 private constant APPROVAL_TYPEHASH = keccak256(
        "Approval(address reviewer,address account,bytes32 jrcHash,uint256 notBefore,uint256 deadline,"
        "uint256 round,uint256 generation)"
    );

    /// The shortest delay and the shortest expiry: everybody has a day to act, to stop as well as to execute.
    uint256 public constant MIN_DURATION = 1 days;
    /// The longest delay and expiry, and how far ahead notBefore may be: the service's longest challenge period.
    /// Milliseconds in place of seconds are rejected.
    uint256 public constant MAX_DURATION = 3650 days;
    /// The longest list of reviewers or of vetoers, so that no configuration makes later calls too expensive for a
    /// block.
    uint256 public constant MAX_MEMBERS = 32;

    /// keccak256("fallback_manager.handler.address"): where a Safe stores its fallback handler.
    uint256 private constant FALLBACK_HANDLER_SLOT = 0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5;
    uint8 private constant OPERATION_CALL = 0;
    /// Votes of `vetoAll` are kept under this jrcHash, which no intent has.
    bytes32 private constant ALL = 0;

    bytes4 private constant TRANSFER = bytes4(keccak256("transfer(address,uint256)"));
    bytes4 private constant TRANSFER_FROM = bytes4(keccak256("transferFrom(address,address,uint256)"));
    bytes4 private constant EXEC_TRANSACTION = bytes4(
        keccak256("execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)")
    );
    bytes4 private constant EXEC_FROM_MODULE =
        bytes4(keccak256("execTransactionFromModule(address,uint256,bytes,uint8)"));

    mapping(address account => Settings) private _settings;
    mapping(address account => mapping(uint256 generation => mapping(bytes32 jrcHash => Recovery))) private _recoveries;
    /// The voters of a veto. The key names generation and round, so a vote ends with either.
    mapping(bytes32 key => mapping(address reviewer => bool)) private _votes;
    /// Not keyed by generation, because an order is executed once, also with other reviewers.
    mapping(address account => mapping(bytes32 jrcHash => bool)) private _isExecuted;

    event Configured(address indexed account, uint256 indexed generation, Configuration configuration);
    event Removed(address indexed account, uint256 indexed generation);
    event Scheduled(
        address indexed account,
        bytes32 indexed jrcHash,
        uint256 generation,
        uint256 round,
        uint256 readyAt,
        uint256 endsAt
    );
    /// A reviewer has voted for a veto; `vetoes` reviewers have so far.
    event VetoVoted(address indexed account, bytes32 indexed jrcHash, address indexed reviewer, uint256 vetoes);
    event Delayed(
        address indexed account,
        bytes32 indexed jrcHash,
        address indexed by,
        uint256 readyAt,
        uint256 endsAt
    );
    /// The recovery is stopped. `by` gave the decisive vote; `round` is the one that new approvals have to name.
    event Vetoed(address indexed account, bytes32 indexed jrcHash, address indexed by, uint256 round);
    /// All that was signed or scheduled is stopped. `generation` is the one that new approvals have to name.
    event AllVetoed(address indexed account, uint256 indexed generation, address indexed by);
    event Executed(address indexed account, bytes32 indexed jrcHash, uint256 generation);

    error InvalidThreshold();
    error InvalidDuration();
    error InvalidMembers();
    error InvalidCalldata();
    error ModuleIsFallbackHandler();
    error NotASafe();
    error NotConfigured();
    error ModuleEnabled();
    error ModuleNotEnabled();
    error WrongChain();
    error NoCalls();
    error ForbiddenDestination(uint256 index);
    error DeadlinePassed();
    error NotBeforeTooFar();
    error NotEnoughSignatures();
    error SignaturesNotAscending(address reviewer);
    error NotReviewer(address reviewer);
    error InvalidSignature(address reviewer);
    error AlreadyScheduled();
    error AlreadyExecuted();
    error NotScheduled();
    error NotReady(uint256 readyAt);
    error ScheduleExpired(uint256 endsAt);
    error NotAllowed();
    error NothingToVeto();
    error NoEffect(uint256 index);
    error CallFailed(uint256 index, bytes returnData);

    constructor() EIP712("CourtRecoveryModule", "1") {}

    /**
     * @notice Sets who may recover the calling account, and ends everything that was signed or scheduled for it.
     * @dev Call it in one MultiSend after `enableModule`: Safes tell a module neither that it was enabled nor that it
     * was disabled, and only a new generation ends the schedules from before. Before `enableModule` it is rejected, so
     * that nobody takes a Safe for protected that is not, and nobody calls `removeDisabled` in between.
     *
     * A Safe passes on calls of strangers to its fallback handler in its own name. If this module were that handler,
     * everybody could configure the Safe. So such a Safe is rejected, and every account that does not tell its handler:
     * before 1.3.0 a Safe has no such function. (`remove` and `veto` reject the 20 bytes that a Safe appends. That does
     * not suffice here, because these bytes can pass as the end of the last vetoer.)
     *
     * The account cannot be its own reviewer or vetoer: it has a veto already, and a found key must not become an
     * approval.
     */
    function configure(Configuration calldata configuration) external {
        if (_fallbackHandlerOf(msg.sender) == address(this)) revert ModuleIsFallbackHandler();
        if (!ISafe(msg.sender).isModuleEnabled(address(this))) revert ModuleNotEnabled();
        uint256 threshold = configuration.threshold;
        if (threshold == 0 || threshold > configuration.reviewers.length) revert InvalidThreshold();
        _checkDuration(configuration.delay);
        _checkDuration(configuration.expiry);
        _checkMembers(configuration.reviewers);
        _checkMembers(configuration.vetoers);

        Settings storage settings = _settings[msg.sender];
        settings.generation += 1;
        settings.threshold = uint64(threshold);
        settings.delay = uint64(configuration.delay);
        settings.expiry = uint64(configuration.expiry);
        settings.reviewers = configuration.reviewers;
        settings.vetoers = configuration.vetoers;
        emit Configured(msg.sender, settings.generation, configuration);
    }

    /**
     * @notice Removes the calling account's configuration, and ends everything that was signed or scheduled for it.
     * @dev It also succeeds without a configuration, because it must not fail a batch that disables the module.
     */
    function remove() external {
        if (msg.data.length != 4) revert InvalidCalldata();
        _remove(msg.sender);
    }

    /**
     * @notice Does what `remove` does, for a configured account that has disabled this module. Anybody may call it.
     * @dev Safe's own app disables a module without a call of it. Until somebody calls this function, a schedule from
     * before would continue if the Safe enabled the module again without `configure`. An account that disabled the
     * module has nothing to lose by the call: nothing can be executed on it.
     */
    function removeDisabled(address account) external {
        if (_settings[account].threshold == 0) revert NotConfigured();
        if (ISafe(account).isModuleEnabled(address(this))) revert ModuleEnabled();
        _remove(account);
    }

    /**
     * @notice Schedules a recovery that k reviewers have approved. Anybody may call it.
     * @dev The account is the intent's `lostAccount`, so no intent can be scheduled for another account.
     *
     * A pending schedule is never replaced: two sets of approvals cannot prolong each other, and an announced time
     * stays. The approvals of a round schedule once. After an expiry or a veto, new ones are needed, which name the
     * next round.
     *
     * Each signature given must be valid, also beyond the k-th, so that a caller learns of a wrong one. They are in
     * strictly ascending order of reviewers, so nobody counts twice; each reviewer signs a digest with their own
     * address, so two contracts of one owner cannot share a signature. Signature bytes identify nothing, so a second
     * form of one is of no use.
     * @param notBefore The earliest execution in unix seconds, which the reviewers sign; zero for none
     * @param deadline The last moment for this call in unix seconds, which the reviewers sign
     */
    function schedule(
        RecoveryIntent calldata intent,
        uint256 notBefore,
        uint256 deadline,
        Signature[] calldata signatures
    ) external returns (bytes32 jrcHash) {
        if (block.timestamp > deadline) revert DeadlinePassed();
        if (notBefore > block.timestamp + MAX_DURATION) revert NotBeforeTooFar();
        address account = intent.lostAccount;
        jrcHash = _checkedHash(intent);
        if (_isExecuted[account][jrcHash]) revert AlreadyExecuted();

        Settings storage settings = _settings[account];
        if (settings.threshold == 0) revert NotConfigured();
        if (!ISafe(account).isModuleEnabled(address(this))) revert ModuleNotEnabled();
        Recovery storage recovery = _currentRecovery(account, jrcHash);
        if (recovery.endsAt != 0) revert AlreadyScheduled();
        _checkSignatures(
            settings,
            Terms(account, jrcHash, notBefore, deadline, recovery.round, settings.generation),
            signatures
        );
        _start(settings, recovery, notBefore);
        emit Scheduled(account, jrcHash, settings.generation, recovery.round, recovery.readyAt, recovery.endsAt);
    }

    /**
     * @notice Stops or delays a recovery of an account, whether it is scheduled or only signed so far.
     * @dev
     * - The account stops it.
     * - n - k + 1 reviewers stop it, because then k others no longer exist. Each calls once; a vote before the schedule
     *   counts.
     * - One reviewer or one vetoer alone adds one delay, counted from now if the recovery is ready already. That
     *   happens once for each jrcHash, for all of them together: a found key delays, and never blocks.
     *
     * A stopped recovery needs new approvals, because the round that they name has passed.
     */
    function veto(address account, bytes32 jrcHash) external {
        if (msg.data.length != 68) revert InvalidCalldata();
        Settings storage settings = _settings[account];
        if (settings.threshold == 0) revert NotConfigured();
        if (_isExecuted[account][jrcHash]) revert AlreadyExecuted();
        if (jrcHash == ALL) revert NothingToVeto();
        Recovery storage recovery = _currentRecovery(account, jrcHash);

        if (msg.sender == account) return _stop(recovery, account, jrcHash);
        bool isReviewer = _isIn(settings.reviewers, msg.sender);
        if (!isReviewer && !_isIn(settings.vetoers, msg.sender)) revert NotAllowed();
        bool isVote = isReviewer && _vote(recovery, account, jrcHash);
        if (recovery.vetoes > settings.reviewers.length - settings.threshold) return _stop(recovery, account, jrcHash);
        bool isDelay = recovery.endsAt != 0 && !recovery.wasDelayed;
        if (isDelay) _delay(settings, recovery, account, jrcHash);
        if (!isVote && !isDelay) revert NothingToVeto();
    }

    /**
     * @notice Stops everything that was signed or scheduled for an account. The account calls it, or n - k + 1 reviewers
     * call it once each. The configuration stays.
     * @dev These can stop each recovery already. One vote for all of them is needed where k keys have leaked: who has
     * them schedules more recoveries than anybody can stop one by one within the delay.
     */
    function vetoAll(address account) external {
        if (msg.data.length != 36) revert InvalidCalldata();
        Settings storage settings = _settings[account];
        if (settings.threshold == 0) revert NotConfigured();
        if (msg.sender != account) {
            if (!_isIn(settings.reviewers, msg.sender)) revert NotAllowed();
            Recovery storage all = _recoveries[account][settings.generation][ALL];
            if (!_vote(all, account, ALL)) revert NothingToVeto();
            if (all.vetoes <= settings.reviewers.length - settings.threshold) return;
        }
        settings.generation += 1;
        emit AllVetoed(account, settings.generation, msg.sender);
    }

    /**
     * @notice Executes a scheduled recovery: all its calls in order, or none. Anybody may call it, once.
     * @dev The recovery counts as executed before the first call, so a call that comes back finds nothing to execute.
     * No other execution starts in between either, because the calls of two recoveries must not mix.
     */
    function execute(RecoveryIntent calldata intent) external nonReentrant {
        address account = intent.lostAccount;
        bytes32 jrcHash = _checkedHash(intent);
        if (_isExecuted[account][jrcHash]) revert AlreadyExecuted();
        uint256 generation = _settings[account].generation;
        Recovery storage recovery = _recoveries[account][generation][jrcHash];
        if (recovery.endsAt == 0) revert NotScheduled();
        if (block.timestamp < recovery.readyAt) revert NotReady(recovery.readyAt);
        if (block.timestamp >= recovery.endsAt) revert ScheduleExpired(recovery.endsAt);

        _isExecuted[account][jrcHash] = true;
        for (uint256 i = 0; i < intent.txs.length; ++i) {
            _call(account, i, intent.txs[i]);
        }
        emit Executed(account, jrcHash, generation);
    }

    /// @return configuration Empty, with a threshold of zero, while the account is not configured
    /// @return generation The number of changes by `configure`, `remove` and `vetoAll` so far
    function configurationOf(address account)
        external
        view
        returns (Configuration memory configuration, uint256 generation)
    {
        Settings storage settings = _settings[account];
        configuration = Configuration({
            reviewers: settings.reviewers,
            threshold: settings.threshold,
            vetoers: settings.vetoers,
            delay: settings.delay,
            expiry: settings.expiry
        });
        generation = settings.generation;
    }

    function generationOf(address account) external view returns (uint256) {
        return _settings[account].generation;
    }

    /// The state of a jrcHash in the account's present generation. That of zero has the votes of `vetoAll`.
    function statusOf(address account, bytes32 jrcHash) external view returns (Status memory status) {
        Recovery storage recovery = _recoveries[account][_settings[account].generation][jrcHash];
        bool isExpired = _isExpired(recovery);
        status.round = isExpired ? recovery.round + 1 : recovery.round;
        status.readyAt = recovery.readyAt;
        status.endsAt = recovery.endsAt;
        status.vetoes = isExpired ? 0 : recovery.vetoes;
        status.wasDelayed = recovery.wasDelayed;
        status.state = _stateOf(account, jrcHash, recovery);
    }

    /// The digest that a reviewer signs to approve a recovery in its present round and generation.
    function approvalDigest(address reviewer, address account, bytes32 jrcHash, uint256 notBefore, uint256 deadline)
        external
        view
        returns (bytes32)
    {
        uint256 generation = _settings[account].generation;
        Recovery storage recovery = _recoveries[account][generation][jrcHash];
        uint256 round = _isExpired(recovery) ? recovery.round + 1 : recovery.round;
        return _digest(reviewer, Terms(account, jrcHash, notBefore, deadline, round, generation));
    }

    /// The jrcHash of an intent: hashStruct of EIP-712, without a domain.
    function hashIntent(RecoveryIntent calldata intent) public pure returns (bytes32) {
        bytes32[] memory calls = new bytes32[](intent.txs.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Call calldata call = intent.txs[i];
            calls[i] = keccak256(abi.encode(CALL_TYPEHASH, call.dest, call.value, keccak256(call.data)));
        }
        return keccak256(
            abi.encode(
                INTENT_TYPEHASH,
                intent.lostAccount,
                intent.recoveryAccount,
                intent.chainId,
                keccak256(bytes(intent.reasonForRecovery)),
                keccak256(abi.encodePacked(calls))
            )
        );
    }

    /**
     * @dev The chain is compared again at the execution, because a fork of the chain may change its id. A destination
     * may be the account itself, which is how owners are swapped. It may not be the module: a recovery does not change
     * who may recover.
     */
    function _checkedHash(RecoveryIntent calldata intent) private view returns (bytes32) {
        if (intent.chainId != block.chainid) revert WrongChain();
        if (intent.txs.length == 0) revert NoCalls();
        for (uint256 i = 0; i < intent.txs.length; ++i) {
            if (intent.txs[i].dest == address(this)) revert ForbiddenDestination(i);
        }
        return hashIntent(intent);
    }

    function _checkDuration(uint256 duration) private pure {
        if (duration < MIN_DURATION || duration > MAX_DURATION) revert InvalidDuration();
    }

    function _checkMembers(address[] calldata members) private view {
        if (members.length > MAX_MEMBERS) revert InvalidMembers();
        address last = address(0);
        for (uint256 i = 0; i < members.length; ++i) {
            if (members[i] <= last || members[i] == msg.sender) revert InvalidMembers();
            last = members[i];
        }
    }

    /// Verifies a contract's signature by a static call, so no signer can change anything on the way.
    function _checkSignatures(Settings storage settings, Terms memory terms, Signature[] calldata signatures)
        private
        view
    {
        if (signatures.length < settings.threshold) revert NotEnoughSignatures();
        address last = address(0);
        for (uint256 i = 0; i < signatures.length; ++i) {
            address reviewer = signatures[i].reviewer;
            if (reviewer <= last) revert SignaturesNotAscending(reviewer);
            if (!_isIn(settings.reviewers, reviewer)) revert NotReviewer(reviewer);
            bytes32 digest = _digest(reviewer, terms);
            bool isValid = SignatureChecker.isValidSignatureNowCalldata(reviewer, digest, signatures[i].data);
            if (!isValid) revert InvalidSignature(reviewer);
            last = reviewer;
        }
    }

    function _digest(address reviewer, Terms memory terms) private view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    APPROVAL_TYPEHASH,
                    reviewer,
                    terms.account,
                    terms.jrcHash,
                    terms.notBefore,
                    terms.deadline,
                    terms.round,
                    terms.generation
                )
            )
        );
    }

    /// A list has at most MAX_MEMBERS entries, so a mapping beside it would cost more than it saves.
    function _isIn(address[] storage members, address member) private view returns (bool) {
        uint256 length = members.length;
        for (uint256 i = 0; i < length; ++i) {
            if (members[i] == member) return true;
        }
        return false;
    }

    /// The recovery in the account's present generation. If its schedule has expired, its next round begins.
    function _currentRecovery(address account, bytes32 jrcHash) private returns (Recovery storage recovery) {
        recovery = _recoveries[account][_settings[account].generation][jrcHash];
        if (_isExpired(recovery)) _nextRound(recovery);
    }

    function _isExpired(Recovery storage recovery) private view returns (bool) {
        return recovery.endsAt != 0 && block.timestamp >= recovery.endsAt;
    }

    function _stateOf(address account, bytes32 jrcHash, Recovery storage recovery) private view returns (State) {
        if (_isExecuted[account][jrcHash]) return State.Executed;
        if (recovery.endsAt == 0) return recovery.isVetoed ? State.Vetoed : State.Unknown;
        if (block.timestamp >= recovery.endsAt) return State.Expired;
        return block.timestamp >= recovery.readyAt ? State.Ready : State.Waiting;
    }

    function _remove(address account) private {
        Settings storage settings = _settings[account];
        uint64 generation = settings.generation + 1;
        delete _settings[account];
        settings.generation = generation;
        emit Removed(account, generation);
    }

    function _start(Settings storage settings, Recovery storage recovery, uint256 notBefore) private {
        uint256 earliest = block.timestamp + settings.delay;
        uint256 readyAt = notBefore > earliest ? notBefore : earliest;
        recovery.readyAt = uint64(readyAt);
        recovery.endsAt = uint64(readyAt + settings.expiry);
        recovery.isVetoed = false;
    }

    /// Drops schedule and votes. The delay that was added stays used: it is one for each jrcHash, and not for each
    /// round.
    function _nextRound(Recovery storage recovery) private {
        recovery.round += 1;
        recovery.readyAt = 0;
        recovery.endsAt = 0;
        recovery.vetoes = 0;
    }

    function _stop(Recovery storage recovery, address account, bytes32 jrcHash) private {
        _nextRound(recovery);
        recovery.isVetoed = true;
        emit Vetoed(account, jrcHash, msg.sender, recovery.round);
    }

    /// @return Whether the reviewer had not voted in this round
    function _vote(Recovery storage recovery, address account, bytes32 jrcHash) private returns (bool) {
        bytes32 key = keccak256(abi.encode(account, _settings[account].generation, jrcHash, recovery.round));
        if (_votes[key][msg.sender]) return false;
        _votes[key][msg.sender] = true;
        recovery.vetoes += 1;
        emit VetoVoted(account, jrcHash, msg.sender, recovery.vetoes);
        return true;
    }

    function _delay(Settings storage settings, Recovery storage recovery, address account, bytes32 jrcHash) private {
        uint256 from = block.timestamp > recovery.readyAt ? block.timestamp : recovery.readyAt;
        recovery.wasDelayed = true;
        recovery.readyAt = uint64(from + settings.delay);
        recovery.endsAt = uint64(from + settings.delay + settings.expiry);
        emit Delayed(account, jrcHash, msg.sender, recovery.readyAt, recovery.endsAt);
    }

    /**
     * @dev A Safe reports a failed call as false, and does not revert. Two more calls count as failed, because nothing
     * happens:
     * - one without value to an address without code, such as a token of another chain;
     * - a transfer, or an execution by another Safe, that returns false in place of reverting.
     * A token whose transfers succeed and return false is approved to the heir instead; `approve` is not looked at.
     */
    function _call(address account, uint256 index, Call calldata call) private {
        if (call.value == 0 && call.dest.code.length == 0) revert NoEffect(index);
        (bool isDone, bytes memory returnData) =
            ISafe(account).execTransactionFromModuleReturnData(call.dest, call.value, call.data, OPERATION_CALL);
        if (!isDone || _saysFailed(call.data, returnData)) revert CallFailed(index, returnData);
    }

    function _saysFailed(bytes calldata data, bytes memory returnData) private pure returns (bool) {
        if (data.length < 4 || returnData.length < 32) return false;
        return _returnsSuccess(bytes4(data)) && bytes32(returnData) == 0;
    }

    function _returnsSuccess(bytes4 selector) private pure returns (bool) {
        return selector == TRANSFER || selector == TRANSFER_FROM || selector == EXEC_TRANSACTION
            || selector == EXEC_FROM_MODULE || selector == ISafe.execTransactionFromModuleReturnData.selector;
    }

    /// Decodes words, which cannot fail: `bytes` are encoded as offset, length and content.
    function _fallbackHandlerOf(address account) private view returns (address) {
        (bool isDone, bytes memory encoded) =
            account.staticcall(abi.encodeCall(ISafe.getStorageAt, (FALLBACK_HANDLER_SLOT, 1)));
        if (!isDone || encoded.length < 96) revert NotASafe();
        (,, uint256 handler) = abi.decode(encoded, (uint256, uint256, uint256));
        return address(uint160(handler));
    }
}
