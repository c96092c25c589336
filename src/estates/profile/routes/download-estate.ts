import * as z from "zod";
import { textFile } from "../../../archives/archiver.ts";
import { freshSignatureBody, requireFreshProof } from "../../../developers/fresh-proof.ts";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { SIGNED_MESSAGES_PATH } from "../../../protocol/archive/archive-format.ts";
import { presentRelease } from "../../release/release-schemas.ts";
import { ownerParams } from "../owner-schemas.ts";
import { presentProfile } from "./get-profile.ts";
import { presentEntry } from "./list-history.ts";

const archiveResponse = lazy(() => z.file());

/** archives.md "The archive". */
export const downloadEstate = defineOperation({
	operationId: "downloadEstate",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/download",
	tag: "Estate profiles",
	summary: doc("Download an estate whole"),
	description: doc(
		"A ZIP archive for the owner: the profile, its history, the requests for the will, every version of the will, what the owner has signed, and the service's public keys. A signed manifest lists every file with its SHA-256; `replevin verify` checks the archive offline. The wallet signs once more: a message of `POST /auth/wallet/challenge` with the purpose `download`.",
	),
	policy: "estate_owner",
	params: ownerParams,
	body: freshSignatureBody,
	download: ["application/zip"],
	responses: { 200: { description: doc("The archive."), schema: archiveResponse } },
	errors: ["INVALID_SIGNER"],
	handler: async ({ params: { ownerAddress }, body, principal, services, clientAddress, audit, now }) => {
		await requireFreshProof({ principal, body, services, clientAddress, audit, now });
		const request = { viewer: principal, ownerAddress, clientAddress, now };
		const { estateId, ...contents } = await services.estates.archives(request);
		await audit({ action: "estate.downloaded", ...(estateId !== null && { target: estateId }) });
		const profile = presentProfile(contents.profile, services.config);
		const { ownerAddress: owner, chainId } = profile;
		const files = [
			jsonFile("profile.json", profile),
			jsonFile("history.json", contents.history.map(presentEntry)),
			jsonFile(
				"release-requests.json",
				contents.requests.map((one) => presentRelease(one, now)),
			),
			jsonFile(SIGNED_MESSAGES_PATH, { ownerAddress: owner, ...contents.messages }),
			...contents.wills,
		];
		const subject = chainId === null ? owner : `${owner}@${chainId}`;
		const bytes = await services.archive({ kind: "estate", subject, files, now });
		const fileName = `estate-${subject.replace("@", "-")}.zip`;
		return { status: 200, file: { bytes, mimeType: "application/zip", fileName } };
	},
});

const jsonFile = (path: string, content: unknown) => textFile(path, `${JSON.stringify(content, null, 2)}\n`);
