/** The pages that set a new password with the operator's one-time code. */
import { html } from "hono/html";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../../developers/passwords/password-rules.ts";
import type { Page } from "../page-response.ts";
import { layout } from "./layout.ts";

export const RESET_PATH = "/developers/reset";

/**
 * @param input.code canonical; empty in the first form
 * @param input.codeProblem a sentence
 * @param input.passwordProblems one sentence each, about the password sent before
 */
export function resetFormPage(input: {
	brand: string;
	code?: string;
	codeProblem?: string;
	passwordProblems?: readonly string[];
}): Page {
	const { brand, code = "", codeProblem, passwordProblems = [] } = input;
	const content = html`${codeProblem === undefined ? "" : html`<p class="problems" role="alert">${codeProblem}</p>`}
${passwordProblems.length > 0 ? problemList(passwordProblems) : ""}
<form method="post" action="${RESET_PATH}">
<label for="code">Code</label>
<input id="code" name="code" type="text" value="${code}" autocomplete="off" autocapitalize="characters"
 spellcheck="false" required aria-describedby="code-rules">
<p id="code-rules" class="quiet">25 letters and digits from the operator of this service. They work once, for 30
minutes.</p>
<label for="new-password">New password</label>
<input id="new-password" name="newPassword" type="password" autocomplete="new-password" required
 aria-describedby="rules">
<p id="rules" class="quiet">${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, with an uppercase
letter, a lowercase letter, a number and a special character. Common passwords are rejected.</p>
<label for="repeated">Repeat the new password</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
<button>Set the password</button>
</form>
<p class="quiet">This ends every session of your account. API keys keep working.</p>`;
	return layout({ brand, title: "Set a new password", content });
}

function problemList(problems: readonly string[]): Page {
	return html`<div class="problems" role="alert">
<p>The password was not set. It:</p>
<ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>
</div>`;
}

export function resetDonePage({ brand }: { brand: string }): Page {
	const content = html`<p>Your new password is set, and all sessions have ended. Log in with it.</p>`;
	return layout({ brand, title: "Password set", content });
}

/** @param message the API's error message */
export function resetFailedPage(input: { brand: string; message: string; requestId: string }): Page {
	const { brand, message, requestId } = input;
	const content = html`<p role="alert">${message}</p>
<p class="quiet">Request ${requestId}</p>`;
	return layout({ brand, title: "Password not set", content });
}
