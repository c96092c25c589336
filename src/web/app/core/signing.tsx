/**
 * Forms that need a signature (hosted-app.md "Signatures"): by a wallet of this browser, or made elsewhere and pasted,
 * which needs no script. The script is `wallet`.
 */
import type { PropsWithChildren } from "hono/jsx";
import type { PageContext } from "./page-env.ts";

export const WALLET_SCRIPTS = ["wallet"] as const;

type Message = { kind: "text"; text: string } | { kind: "typed_data"; typedData: TypedDataToSign };

/** The response of `POST /typed-data`, which the wallet gets unchanged. */
export type TypedDataToSign = { domain: { chainId: number } } & Record<string, unknown>;

type Props = PropsWithChildren<{
	c: PageContext;
	message: Message;
	/** Null if the wallet chooses. */
	signer: string | null;
	/** On the button that sends a pasted signature. */
	submit: string;
	/** For the name of the downloaded file. */
	name: string;
	/** The API's problem with the last signature: above the wallets, because the script folds the field. */
	error?: string | undefined;
	/** One that was pasted and can be sent once more. */
	signature?: string | undefined;
	/** Where the form goes, if not to the page itself. */
	action?: string | undefined;
	/** The form has a file among its children. */
	hasFile?: boolean | undefined;
}>;

/** `children`: the form's other fields, mostly hidden ones. */
export function SigningForm(props: Props) {
	const { c, message, signer, submit, name, error, signature, action, hasFile, children } = props;
	const { wallet } = c.get("copy");
	const text = message.kind === "text" ? message.text : JSON.stringify(message.typedData, null, 2);
	const chainId = message.kind === "text" ? undefined : String(message.typedData.domain.chainId);
	return (
		<form
			novalidate
			method="post"
			action={action}
			enctype={hasFile ? "multipart/form-data" : undefined}
			data-sign={message.kind}
			data-signer={signer ?? ""}
			data-chain-id={chainId}
		>
			{error !== undefined && (
				<p class="note danger" role="alert" tabindex={-1} autofocus id="signature-error">
					{error}
				</p>
			)}
			{children}
			<WalletList c={c} button={wallet.signWith} />
			<details open data-elsewhere>
				<summary>{wallet.elsewhere}</summary>
				<p>{message.kind === "text" ? wallet.howText : wallet.howTypedData}</p>
				<div class="field">
					<label for="message">{wallet.message}</label>
					<textarea id="message" class="hash" readonly spellcheck={false} data-message>
						{text}
					</textarea>
					<p class="actions">
						<button
							type="button"
							class="second"
							data-copy={text}
							data-copied={c.get("copy").common.action.copied}
							hidden
						>
							{wallet.copyMessage}
						</button>
						<a
							class="button second"
							download={fileName(name, message.kind)}
							href={dataUrl(text, message.kind)}
						>
							{wallet.download}
						</a>
					</p>
				</div>
				<div class="field">
					<label for="signature">{wallet.signature}</label>
					<p class="hint" id="signature-hint">
						{wallet.signatureHint}
					</p>
					<textarea
						id="signature"
						name="signature"
						class="hash short"
						autocomplete="off"
						spellcheck={false}
						required
						aria-invalid={error === undefined ? undefined : "true"}
						aria-describedby={error === undefined ? "signature-hint" : "signature-hint signature-error"}
					>
						{signature}
					</textarea>
				</div>
				<p class="actions">
					<button type="submit">{submit}</button>
				</p>
			</details>
		</form>
	);
}

/** Shown by the script only. The words are in a template, so that the script has none. */
export function WalletList({ c, button }: { c: PageContext; button: string }) {
	const { wallet } = c.get("copy");
	return (
		<div class="wallets" data-wallets hidden>
			<p role="status" data-wallet-status />
			<template data-injected={wallet.injected}>
				<p data-word="button">{button}</p>
				{Object.entries(wallet.words).map(([word, text]) => (
					<p data-word={word}>{text}</p>
				))}
			</template>
		</div>
	);
}

function fileName(name: string, kind: Message["kind"]): string {
	return kind === "text" ? `${name}.txt` : `${name}.json`;
}

/** A download that needs neither script nor another request. */
function dataUrl(text: string, kind: Message["kind"]): string {
	const type = kind === "text" ? "text/plain;charset=utf-8" : "application/json";
	return `data:${type},${encodeURIComponent(text)}`;
}
