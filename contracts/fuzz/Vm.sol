// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// The functions of forge's virtual machine that the tests call (getfoundry.sh, "Cheatcodes").
interface Vm {
    function addr(uint256 key) external view returns (address);
    function chainId(uint256 id) external;
    function etch(address at, bytes calldata code) external;
    function envString(string calldata name) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata path) external pure returns (bytes memory);
    function prank(address sender) external;
    function readFile(string calldata path) external view returns (string memory);
    function sign(uint256 key, bytes32 digest) external view returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
    function writeLine(string calldata path, string calldata line) external;
}

Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
