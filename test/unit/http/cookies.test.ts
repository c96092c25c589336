// hosted-app.md "How it hangs together".
import { describe, expect, it } from "vitest";
import { cookieValues, soleCookie } from "../../../src/http/cookies.ts";

const soleIn = (cookie: string, name: string) => soleCookie(new Headers({ Cookie: cookie }), name);

describe("a cookie", () => {
	it("is found among others, and only if there is one of its name", () => {
		expect(soleIn("a=1; __Host-wallet=token; b=2", "__Host-wallet")).toBe("token");
		expect(soleIn("a=1;\t__Host-wallet=token ", "__Host-wallet")).toBe("token");
		expect(soleIn("__Host-wallet=a; __Host-wallet=b", "__Host-wallet")).toBeUndefined();
		expect(soleIn("x__Host-wallet=a", "__Host-wallet")).toBeUndefined();
	});

	it("without the prefix is ambiguous in repeated headers, too", () => {
		expect(cookieValues("access_token=a, access_token=b", "access_token")).toEqual(["a", "b"]);
	});

	// Browsers let a neighbouring host set these for us, because their names have no prefix.
	it.each([
		["in another's value", "x=1,__Host-wallet=forged"],
		["in another's value, after a space", "x=1, __Host-wallet=forged"],
		["behind a no-break space", "x=1; \u00a0__Host-wallet=forged"],
		["behind an en quad", "x=1; \u2000__Host-wallet=forged"],
		["behind a byte order mark", "x=1; \ufeff__Host-wallet=forged"],
		["behind a vertical tab", "x=1; \u000b__Host-wallet=forged"],
	])("with the prefix __Host- is not found %s", (_, cookies) => {
		expect(cookieValues(cookies, "__Host-wallet")).toEqual([]);
		expect(cookieValues(`__Host-wallet=own; ${cookies}`, "__Host-wallet")).toEqual(["own"]);
	});
});
