/** `npm run reviewer`: grants or revokes the reviewer role, also while the service runs. */
import { runOperatorCommand } from "./operator/command.ts";
import { findDeveloper, setRole } from "./operator/developers.ts";
import { TARGET_USAGE } from "./operator/options.ts";

const USAGE = `Usage: npm run reviewer -- grant EMAIL [--state DIR | --remote]
       npm run reviewer -- revoke EMAIL [--state DIR | --remote]

${TARGET_USAGE}`;

await runOperatorCommand(USAGE, ["grant", "revoke"], async ({ verb, email, target }) => {
	const developer = await findDeveloper(target, email);
	const isReviewer = developer.role === "reviewer";
	if (verb === "grant") {
		if (isReviewer) return `${email} is already a reviewer.`;
		await setRole(target, developer, "reviewer");
		return `${email} is a reviewer now.`;
	}
	if (!isReviewer) return `${email} is not a reviewer (role: ${developer.role}). Nothing was changed.`;
	await setRole(target, developer, "developer");
	return `${email} is no longer a reviewer.`;
});
