/** hosted-app.md "An account with the module": the file for Safe's app "Transaction Builder". */
import { expect, it } from "vitest";
import { builderFile, checksumOf } from "../../../src/web/app/core/builder-file.ts";

const ADDRESS = "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6";
const method = (name: string, input: string, type: string) => ({
	...{ inputs: [{ internalType: type, name: input, type }], name, payable: false },
});

// The vector of the app's own tests (safe-global/safe-react-apps, apps/tx-builder/src/lib/checksum.test.ts).
it("has the checksum that the app computes", () => {
	const file = {
		...{ version: "1.0", chainId: "4", createdAt: 1646321521061 },
		meta: {
			...{ name: "test batch file", txBuilderVersion: "1.4.0", checksum: "" },
			createdFromSafeAddress: "0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa",
			createdFromOwnerAddress: ADDRESS,
		},
		transactions: [
			{
				...{ to: ADDRESS, value: "0", contractMethod: method("testAddress", "paramAddress", "address") },
				contractInputsValues: { paramAddress: ADDRESS },
			},
			{
				...{ to: ADDRESS, value: "0", contractMethod: method("testBool", "paramBool", "bool") },
				contractInputsValues: { paramAddress: "", paramBool: "false" },
			},
			{
				...{ to: ADDRESS, value: "2000000000000000000" },
				data: "0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6",
			},
		],
	};
	expect(checksumOf(file)).toBe("0x4ecbfd364aa6759983915644e73f8bd411e85a2dc306f252a387c2728c4db64c");
});

it("has a checksum of everything but itself and the name, as the app checks it", () => {
	const calls = [{ to: ADDRESS, data: "0x12" }] as const;
	const file = JSON.parse(builderFile(calls, { safe: ADDRESS, chainId: 1, name: "A name", now: 1 }));
	const { checksum, ...meta } = file.meta;
	expect(checksumOf({ ...file, meta: { ...meta, name: "Another" } })).toBe(checksum);
	expect(checksumOf({ ...file, meta, transactions: [] })).not.toBe(checksum);
});
