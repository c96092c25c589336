/**
 * Adds a button for each wallet of this browser to forms that need one (hosted-app.md "Signatures"). Without this script
 * people type the address and paste the signature.
 */
import {
	chainOf,
	connect,
	findWallets,
	type Provider,
	sendCall,
	sign,
	type ToSign,
	type Wallet,
} from "./lib/wallet.ts";

/** After this time without a wallet, the page says that it found none. */
const SEARCH_MS = 800;
/** After this time without an answer, the page says that the wallet has not answered. */
const ANSWER_MS = 20_000;

/** Connects the wallet, or asks it to sign. Returns the `data-word` of the text that tells the result. */
type Use = (wallet: Wallet) => Promise<string>;

offerIn(document);
// Another script has shown a new form in this document.
document.addEventListener("newform", ({ target }) => offerIn(target as Element));

function offerIn(root: ParentNode): void {
	for (const form of root.querySelectorAll<HTMLFormElement>("form[data-sign]")) {
		offer(form, (wallet) => signInto(form, wallet));
	}
	for (const part of root.querySelectorAll<HTMLElement>("[data-send]")) {
		offer(part, (wallet) => sendFrom(part, wallet));
	}
	for (const form of root.querySelectorAll<HTMLFormElement>("form[data-connect]")) {
		offer(form, (wallet) => connectInto(form, wallet));
	}
}

function offer(form: HTMLElement, use: Use): void {
	const place = form.querySelector<HTMLElement>("[data-wallets]");
	const template = form.querySelector<HTMLTemplateElement>("template");
	const status = form.querySelector<HTMLElement>("[data-wallet-status]");
	if (!place || !template || !status) return;
	place.hidden = false;
	const say = (word: string, name = "") => {
		const words = template.content.querySelector(`[data-word="${word}"]`)?.textContent ?? "";
		status.textContent = words.replaceAll("{wallet}", name);
	};
	// After "Back", a browser shows the page as it was, with its last status.
	addEventListener("pageshow", ({ persisted }) => persisted && say(""));
	let count = 0;
	const add = (wallet: Wallet) => {
		count++;
		status.textContent = "";
		const button = document.createElement("button");
		button.type = "button";
		const words = template.content.querySelector('[data-word="button"]')?.textContent ?? "{wallet}";
		button.textContent = words.replaceAll("{wallet}", wallet.name);
		status.before(button);
		// Closing the part would hide a signature that was pasted.
		const pasted = form.querySelector<HTMLTextAreaElement>('[name="signature"]')?.value;
		if (!pasted) form.querySelector("details[data-elsewhere]")?.removeAttribute("open");
		let attempt = 0;
		wallet.provider.on?.("accountsChanged", () => {
			if (attempt > 0) say("switched", wallet.name);
		});
		button.addEventListener("click", async () => {
			const own = ++attempt;
			say("asked", wallet.name);
			const timer = setTimeout(() => own === attempt && say("no_answer", wallet.name), ANSWER_MS);
			const word = await use(wallet);
			clearTimeout(timer);
			if (own === attempt) say(word, wallet.name);
		});
	};
	say("searching");
	findWallets(window, add);
	setTimeout(() => {
		if (count > 0) return;
		const injected = (window as { ethereum?: Provider }).ethereum;
		// Browsers inside wallet apps may not announce themselves.
		if (injected) add({ name: template.dataset.injected ?? "", provider: injected });
		else say("none");
	}, SEARCH_MS);
}

async function signInto(form: HTMLFormElement, wallet: Wallet): Promise<string> {
	const { sign: kind, signer = "", chainId = "" } = form.dataset;
	const text = form.querySelector<HTMLTextAreaElement>("[data-message]")?.value ?? "";
	const field = form.querySelector<HTMLTextAreaElement>('[name="signature"]');
	if (!field) return "failed";
	// An incomplete form is sent at once, so that the page names what is missing before the wallet opens.
	if (!isComplete(form, field)) return send(form, "");
	const toSign: ToSign =
		kind === "text" ? { kind: "text", text } : { kind: "typed_data", text, chainId: Number(chainId) };
	const outcome = await sign(wallet, toSign, signer === "" ? null : signer);
	if (outcome.kind !== "done") return outcome.kind;
	field.value = outcome.value;
	return send(form, "signed");
}

/** Has the wallet send a transaction. */
async function sendFrom({ dataset }: HTMLElement, wallet: Wallet): Promise<string> {
	const { to = "", send: data = "", chainId = "", signer } = dataset;
	const outcome = await sendCall(wallet, { to, data }, { chainId: Number(chainId), signer });
	return outcome.kind === "done" ? "sent" : outcome.kind;
}

/** True if every field but the signature is valid. */
function isComplete(form: HTMLFormElement, signature: Element): boolean {
	return [...form.elements].every((one) => one === signature || (one as HTMLInputElement).validity.valid);
}

/** @returns the word; none if another script does not let the form go, and says why */
function send(form: HTMLFormElement, word: string): string {
	let isGone = false;
	form.addEventListener("submit", () => (isGone = true), { once: true });
	form.requestSubmit();
	return isGone ? word : "";
}

async function connectInto(form: HTMLFormElement, wallet: Wallet): Promise<string> {
	const outcome = await connect(wallet);
	if (outcome.kind !== "done") return outcome.kind;
	fill(form, "address", outcome.value[0] ?? "");
	const chainId = await chainOf(wallet);
	if (chainId !== null) chooseNetwork(form, String(chainId));
	return send(form, "connected");
}

/** Selects the network by its name, or "other" with its number. */
function chooseNetwork(form: HTMLFormElement, chainId: string): void {
	const choice = form.querySelector<HTMLSelectElement>('select[name="chainId"]');
	if (!choice) return;
	choice.value = chainId;
	if (choice.value === chainId) return;
	choice.value = "other";
	fill(form, "otherChainId", chainId);
}

function fill(form: HTMLFormElement, name: string, value: string): void {
	const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
	if (field) field.value = value;
}
