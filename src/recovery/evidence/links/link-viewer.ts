import type { PrincipalOf } from "../../../http/policies.ts";
import type { RecoveryService } from "../../case/case-service.ts";
import { type RoleReader, withReviewerAccess } from "../../case/reviewer-access.ts";
import { caseNotFound } from "../../errors.ts";
import type { LinkViewer } from "./evidence-link.ts";

/** @throws AppError RESOURCE_NOT_FOUND unless the caller may read the case */
export async function linkViewerOf(
	principal: PrincipalOf["case_viewer"],
	services: {
		developers: RoleReader;
		recovery: Pick<RecoveryService, "viewerOf">;
	},
	caseId: string,
): Promise<LinkViewer> {
	const role = await withReviewerAccess(principal, services, (caller) =>
		services.recovery.viewerOf(caller, caseId),
	);
	if (role === null) throw caseNotFound();
	return { id: principal.kind === "developer" ? principal.developerId : principal.subject, role };
}
