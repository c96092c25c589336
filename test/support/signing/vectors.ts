// The published test vectors (signing.md "The messages"). The keys are 32 bytes of 0x11, 0x22 and 0x33.
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";

const lostAccount = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
export const recoveryAccount = "0x1563915e194D8CfBA1943570603F7606A3115508";
export const ownerAddress = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB";
export const lostAccountKey = `0x${"11".repeat(32)}` as const;
export const recoveryAccountKey = `0x${"22".repeat(32)}` as const;
export const ownerKey = `0x${"33".repeat(32)}` as const;

export const vectorIntent = {
	rec: {
		lostAccount,
		recoveryAccount,
		chainId: 8453,
		reasonForRecovery: "lost key",
		email: "claimant@example.com",
	},
	txs: [
		{
			dest: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
			value: "0",
			data: "0xa9059cbb0000000000000000000000001563915e194d8cfba1943570603f7606a311550800000000000000000000000000000000000000000000000000000000000f4240",
		},
	],
} as const satisfies RecoveryIntent;

export const courtOrder = {
	title: "In re Estate of Doe",
	fullCaseNumber: "1:26-cv-00042",
	courtId: "nysd",
	docketNumber: 17,
} as const;

export const closeCase = { action: "contest", reason: "I still hold the key" } as const;

/** Both are signed by recoveryAccount. */
export const signatures = {
	newCase:
		"0x92a562e12e7043470bb6b3dee683afdfea601065cefb1df95c5d48adbae9e61611b4f443fd93d8d542dc8a93f2357c3ded0d191adb791ccee2c8449554ee906c1c",
	courtOrder:
		"0x1f09142893eb9e6747628406028bcfe665f5feb2b2156e4f2d12b0665a4b6e4a23ff7c620684e13dc4be0efec0e285272f05bf44f8c47f4284eb7cd2cfa2a7671b",
} as const;
