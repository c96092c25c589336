/** Common passwords that satisfy the composition rules. */
import { lazy } from "../../kernel/once.ts";

const STEMS = `
	password passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd welcome welc0me qwerty qwertyuiop asdfgh
	letmein admin administrator changeme master monkey dragon football baseball superman batman sunshine
	princess iloveyou trustno1 login secret summer winter spring autumn monday friday january december
	hello freedom shadow michael jordan computer internet company default test testing temp user guest
	root
`;

const ENDINGS = `
	1 12 123 1234 ! !! 1! 123! @123 @1 #1 12345! 2024! 2025! 2026! 1234! !1 !123
`;

const OTHERS = `
	1qaz@wsx 1qaz!qaz !qaz2wsx !qaz1qaz zaq!2wsx zaq12wsx! qwer1234! qwer!234 abcd1234! abcd@1234
	abc@1234 abc123!@# abc123456! aa123456! aa123456@ aa@123456 asdf1234! asdf@1234 qwe123!@# qwe!@#123
	1q2w3e4r! 1q2w3e4r5t! q1w2e3r4! q1w2e3r4t5! zxcv1234! zxcvbnm1! zxcvbnm123! india@123 p@$$w0rd
	p@$$w0rd1 p@55w0rd p455w0rd! passw0rd! p@ssw0rd! pa55w0rd! pa55word! iloveyou2! liverpool1!
	chelsea1! arsenal1! charlie1! ashley1! jessica1! michelle1! pokemon1! starwars1! whatever1!
	bitcoin1! bitcoin123! ethereum1! ethereum123! crypto123! crypto@123 wallet123! satoshi1! hodl1234!
	blockchain1! blockchain123!
`;

const words = (text: string) => text.trim().split(/\s+/);

const commonPasswords = lazy(
	() =>
		new Set(
			words(STEMS)
				.flatMap((stem) => [stem, ...words(ENDINGS).map((ending) => stem + ending)])
				.concat(words(OTHERS)),
		),
);

/** Ignores letter case. */
export function isCommonPassword(password: string): boolean {
	return commonPasswords().has(password.toLowerCase());
}
