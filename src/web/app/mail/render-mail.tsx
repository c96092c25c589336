/** A mail as HTML and as text, from the same words (mail.md "Templates"). */
import type { MailFacts } from "../../../mail/mail-kinds.ts";
import { copyFor } from "../copy/copy.ts";
import { chainName } from "../core/chains.ts";
import { timeInWords } from "../core/times.ts";
import type { PagesModule } from "../ports.ts";
import type { MailPlace, MailWords } from "./mail-words.ts";

/** Mail programs load no files, so the style is in the mail. Sizes fit 320 pixels. */
const STYLE = `
body { margin: 0; padding: 16px; background: #f4f4f1; color: #1d1d1b; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 536px; margin: 0 auto; padding: 24px; background: #fff; border-radius: 8px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
p, dl { margin: 0 0 16px; }
.code { padding: 12px; background: #eceae4; border-radius: 6px; font: bold 18px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
dd { margin: 0; font-weight: bold; overflow-wrap: anywhere; }
a { color: #0b4f9e; }
a.button { display: inline-block; padding: 12px 20px; background: #0b4f9e; color: #fff; border-radius: 6px; text-decoration: none; }
.quiet { font-size: 14px; color: #5a5a55; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
	body { background: #151513; color: #eceae4; }
	main { background: #222220; }
	.code { background: #33332f; }
	a { color: #8cbcff; }
	a.button { background: #8cbcff; color: #111; }
	.quiet { color: #b5b5ac; }
}
`;

type Content = MailWords & { code: string | null };
type Frame = { language: string; brand: string; origin: string; notes: readonly string[] };

export const renderMail: PagesModule["renderMail"] = async (letter, settings) => {
	const { kind, facts, code, unsubscribeUrl, at, language } = letter;
	const { mail, verify } = copyFor(language);
	const { brand, appOrigin: origin, operator } = settings;
	const place: MailPlace = {
		brand,
		host: new URL(origin).host,
		at: timeInWords(new Date(at).toISOString(), language),
		time: (iso) => timeInWords(iso, language),
		network: (chainId) => verify.chain(chainName(Number(chainId)), Number(chainId)),
	};
	const words: (place: MailPlace, facts: MailFacts) => MailWords = mail.kinds[kind] as never;
	const said = words(place, facts as never);
	const { more = [] } = said;
	const content: Content = {
		...said,
		more: code === null ? more : [mail.codeOnly(place.host), ...more],
		code,
	};
	const sender = operator.name === null ? [] : [operator.name];
	const end = unsubscribeUrl === null ? [] : [mail.end(unsubscribeUrl)];
	const notes = [content.why, ...end, mail.never, mail.about(`${origin}/mail`), ...sender];
	const frame: Frame = { language, brand, origin, notes };
	const html = await (<Letter content={content} frame={frame} />);
	return { subject: content.subject, html: `<!doctype html>${html}`, text: textOf(content, frame) };
};

function Letter({ content, frame }: { content: Content; frame: Frame }) {
	const { subject, text, code, facts = [], link, more = [] } = content;
	const { language, brand, origin, notes } = frame;
	return (
		<html lang={language}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>{subject}</title>
				<style>{STYLE}</style>
			</head>
			<body>
				<main>
					<p>{brand}</p>
					<h1>{subject}</h1>
					{text.map((line) => (
						<p>{line}</p>
					))}
					{code !== null && <p class="code">{code}</p>}
					{facts.length > 0 && (
						<dl>
							{facts.map(([label, value]) => (
								<>
									<dt>{label}</dt>
									<dd>{value}</dd>
								</>
							))}
						</dl>
					)}
					{link && (
						<p>
							<a class="button" href={`${origin}${link[0]}`}>
								{link[1]}
							</a>
						</p>
					)}
					{more.map((line) => (
						<p>{line}</p>
					))}
					{notes.map((line) => (
						<p class="quiet">{line}</p>
					))}
				</main>
			</body>
		</html>
	);
}

function textOf(
	{ subject, text, code, facts = [], link, more = [] }: Content,
	{ origin, notes }: Frame,
): string {
	return [
		subject,
		...text,
		...(code === null ? [] : [code]),
		...facts.map(([label, value]) => `${label}: ${value}`),
		...(link ? [`${link[1]}: ${origin}${link[0]}`] : []),
		...more,
		"--",
		...notes,
	].join("\n\n");
}
