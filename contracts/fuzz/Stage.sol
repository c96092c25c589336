// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {CourtRecoveryModule} from "../CourtRecoveryModule.sol";
import {vm} from "./Vm.sol";

interface ISafe {
    function setup(
        address[] calldata owners,
        uint256 threshold,
        address to,
        bytes calldata data,
        address fallbackHandler,
        address paymentToken,
        uint256 payment,
        address payable paymentReceiver
    ) external;
    function enableModule(address module) external;
    function disableModule(address previous, address module) external;
    function isModuleEnabled(address module) external view returns (bool);
}

interface ISafeProxyFactory {
    function createProxyWithNonce(address singleton, bytes calldata initializer, uint256 saltNonce)
        external
        returns (address);
}

/// A wallet that accepts its owner's plain signature of the digest, without a domain of its own.
contract Wallet {
    address public owner;

    constructor(address firstOwner) {
        owner = firstOwner;
    }

    function rotate(address newOwner) external {
        owner = newOwner;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s, uint8 v) = abi.decode(signature, (bytes32, bytes32, uint8));
        return ecrecover(digest, v, r, s) == owner ? this.isValidSignature.selector : bytes4(0);
    }
}

/// A token that calls its watcher in the middle of every transfer.
contract HostileToken {
    mapping(address => uint256) public balanceOf;
    address private immutable _watcher;

    constructor() {
        _watcher = msg.sender;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        Stage(_watcher).onTransfer();
        balanceOf[to] += amount;
        return true;
    }
}

/// Two real Safes with the module, six possible reviewers, three possible vetoers, and four intents for each Safe.
abstract contract Stage {
    string private constant SAFE = "node_modules/@safe-global/safe-smart-account/build/artifacts/contracts/";
    uint256 internal constant ACCOUNTS = 2;
    uint256 internal constant INTENTS = 4;
    uint256 internal constant MEMBERS = 6;
    uint256 internal constant VETOERS = 3;
    uint256 internal constant BALANCE = 1_000_000;
    uint256 internal constant FIRST_OWNER_KEY = 0xA11CE;
    address internal constant HEIR = address(0xBEEF);

    CourtRecoveryModule public module;
    HostileToken public token;
    address[ACCOUNTS] public accounts;
    bytes32[INTENTS][ACCOUNTS] internal hashes;
    /// Strictly ascending.
    address[MEMBERS] public members;
    /// The key of a member; zero for a wallet, which signs with `walletKey`.
    uint256[MEMBERS] internal keys;
    uint256 internal walletKey = FIRST_OWNER_KEY;
    /// Strictly ascending.
    address[VETOERS] public vetoers;
    uint256 internal reentries;

    constructor() {
        vm.warp(1_800_000_000);
        module = new CourtRecoveryModule();
        token = new HostileToken();
        _createSafes();
        _createMembers();
        for (uint256 i = 0; i < VETOERS; ++i) {
            vetoers[i] = address(uint160(0xF000 + i));
        }
    }

    /// Tries every execution from within a call of an execution. None may succeed.
    function onTransfer() external {
        if (msg.sender != address(token)) return;
        for (uint256 a = 0; a < ACCOUNTS; ++a) {
            for (uint256 i = 0; i < INTENTS; ++i) {
                try module.execute(intentOf(a, i)) {
                    revert("an execution within an execution");
                } catch {
                    reentries += 1;
                }
            }
        }
    }

    /// Sums of 1, 110, nothing (its second call fails) and 1000 tokens.
    function intentOf(uint256 a, uint256 i) public view returns (CourtRecoveryModule.RecoveryIntent memory intent) {
        intent.lostAccount = accounts[a];
        intent.recoveryAccount = HEIR;
        intent.chainId = block.chainid;
        intent.reasonForRecovery = "lost key";
        intent.txs = new CourtRecoveryModule.Call[](i == 1 || i == 2 ? 2 : 1);
        if (i == 0) intent.txs[0] = _transfer(1);
        if (i == 1) (intent.txs[0], intent.txs[1]) = (_transfer(10), _transfer(100));
        if (i == 2) (intent.txs[0], intent.txs[1]) = (_transfer(1), _transfer(2 * BALANCE));
        if (i == 3) intent.txs[0] = _transfer(1000);
    }

    function amountOf(uint256 i) internal pure returns (uint256) {
        return i == 0 ? 1 : i == 1 ? 110 : i == 2 ? 0 : 1000;
    }

    function signBy(uint256 member, bytes32 digest) internal view returns (bytes memory) {
        bool isWallet = keys[member] == 0;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(isWallet ? walletKey : keys[member], digest);
        return isWallet ? abi.encode(r, s, v) : abi.encodePacked(r, s, v);
    }

    /// Written out from EIP-712, as a second opinion on the module's own digest.
    function digestOf(
        address reviewer,
        address account,
        bytes32 jrcHash,
        uint256 notBefore,
        uint256 deadline,
        uint256 round,
        uint256 generation
    ) internal view returns (bytes32) {
        bytes32 typehash = keccak256(
            "Approval(address reviewer,address account,bytes32 jrcHash,uint256 notBefore,uint256 deadline,"
            "uint256 round,uint256 generation)"
        );
        bytes memory message =
            abi.encode(typehash, reviewer, account, jrcHash, notBefore, deadline, round, generation);
        return keccak256(abi.encodePacked(hex"1901", _domainSeparator(), keccak256(message)));
    }

    function _domainSeparator() private view returns (bytes32) {
        bytes32 typehash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes32 name = keccak256("CourtRecoveryModule");
        return keccak256(abi.encode(typehash, name, keccak256("1"), block.chainid, address(module)));
    }

    function _transfer(uint256 amount) private view returns (CourtRecoveryModule.Call memory) {
        return CourtRecoveryModule.Call(address(token), 0, abi.encodeCall(HostileToken.transfer, (HEIR, amount)));
    }

    function _createSafes() private {
        address singleton = _deploy("Safe.sol/Safe.json");
        ISafeProxyFactory factory = ISafeProxyFactory(_deploy("proxies/SafeProxyFactory.sol/SafeProxyFactory.json"));
        address[] memory owners = new address[](1);
        owners[0] = address(0xDEAD);
        bytes memory setup = abi.encodeCall(
            ISafe.setup, (owners, 1, address(0), "", address(0), address(0), 0, payable(address(0)))
        );
        for (uint256 a = 0; a < ACCOUNTS; ++a) {
            accounts[a] = factory.createProxyWithNonce(singleton, setup, a);
            token.mint(accounts[a], BALANCE);
            for (uint256 i = 0; i < INTENTS; ++i) {
                hashes[a][i] = module.hashIntent(intentOf(a, i));
            }
        }
    }

    function _deploy(string memory artifact) private returns (address deployed) {
        bytes memory code = vm.parseJsonBytes(vm.readFile(string.concat(SAFE, artifact)), ".bytecode");
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        require(deployed != address(0), "no contract of Safe");
    }

    /// Four keys, and two wallets with a common owner.
    function _createMembers() private {
        for (uint256 i = 0; i < MEMBERS; ++i) {
            bool isWallet = i >= 4;
            uint256 key = isWallet ? 0 : 0xB0B + i;
            _insert(i, isWallet ? address(new Wallet(vm.addr(FIRST_OWNER_KEY))) : vm.addr(key), key);
        }
    }

    function _insert(uint256 count, address member, uint256 key) private {
        uint256 at = count;
        while (at > 0 && members[at - 1] > member) {
            (members[at], keys[at]) = (members[at - 1], keys[at - 1]);
            at -= 1;
        }
        (members[at], keys[at]) = (member, key);
    }
}
