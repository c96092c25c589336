/**
 * Asks for a passkey where a form needs one, before it is sent (auth.md "Passkeys"). A form has `data-create`, the options of a new
 * passkey, or `data-ask`, the question for one, or both. Without this script such a form says that it cannot be sent.
 */

/** In base64url, as the API takes them. */
type PasskeyAnswer = Record<string, string>;

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
	form.addEventListener("submit", (event) => {
		if (missingAnswers(form).length === 0) return;
		event.preventDefault();
		void answer(form);
	});
}

/** The names of the hidden fields that the passkey has still to fill. A recovery code stands for a lost passkey. */
function missingAnswers(form: HTMLFormElement): string[] {
	const isLost = form.querySelector<HTMLInputElement>('[name="recoveryCode"]')?.value.trim();
	return [...form.querySelectorAll<HTMLInputElement>("[data-answer]")]
		.filter(({ name, value }) => value === "" && !(isLost && name === "passkey"))
		.map(({ name }) => name);
}

async function answer(form: HTMLFormElement): Promise<void> {
	const { ask, create } = form.dataset;
	const missing = missingAnswers(form);
	say(form, "asked");
	try {
		if (ask !== undefined && missing.includes("passkey")) fill(form, "passkey", await get(ask));
		if (create !== undefined && missing.includes("credential")) fill(form, "credential", await make(create));
	} catch (error) {
		say(form, error instanceof DOMException && error.name === "InvalidStateError" ? "known" : "failed");
		return;
	}
	say(form, "done");
	form.requestSubmit();
}

async function get(options: string): Promise<PasskeyAnswer> {
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
	const { id, response } = await jsonOf(navigator.credentials.get({ publicKey }));
	const { clientDataJSON = "", authenticatorData = "", signature = "" } = response;
	return { id, clientDataJSON, authenticatorData, signature };
}

async function make(options: string): Promise<PasskeyAnswer> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
	const { id, response } = await jsonOf(navigator.credentials.create({ publicKey }));
	const { clientDataJSON = "", attestationObject = "" } = response;
	return { id, clientDataJSON, attestationObject };
}

async function jsonOf(asked: Promise<Credential | null>): Promise<{ id: string; response: PasskeyAnswer }> {
	const credential = (await asked) as PublicKeyCredential | null;
	if (credential === null) throw new Error("no passkey");
	return credential.toJSON() as unknown as { id: string; response: PasskeyAnswer };
}

function fill(form: HTMLFormElement, name: string, value: PasskeyAnswer): void {
	const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
	if (field) field.value = JSON.stringify(value);
}

/** @param word of the form's template */
function say(form: HTMLFormElement, word: string): void {
	const template = form.querySelector<HTMLTemplateElement>("template");
	const status = form.querySelector<HTMLElement>("[data-passkey-status]");
	const words = template?.content.querySelector(`[data-word="${word}"]`)?.textContent ?? "";
	if (status) status.textContent = words;
}
