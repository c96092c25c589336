/** A router in parts finds what the whole one finds (architecture.md "How a request travels"). */
import { TrieRouter } from "hono/router/trie-router";
import { expect, it } from "vitest";
import { AreaRouter } from "../../../src/http/area-router.ts";
import { operations } from "../../../src/operations.ts";

const METHODS = ["GET", "POST", "PATCH", "DELETE", "OPTIONS"];
const templates = [...new Set(operations.map(({ path }) => `/api/v1${path.replace(/\{(\w+)\}/g, ":$1")}`))];

function both() {
	const routers = [new AreaRouter<string>(), new TrieRouter<string>()] as const;
	const add = (method: string, path: string) => {
		for (const router of routers) router.add(method, path, `${method} ${path}`);
	};
	return { routers, add };
}

it("the same handlers in the same order with the same parameters, for every path of the service and beside it", () => {
	const { routers, add } = both();
	add("ALL", "*");
	for (const path of templates) {
		for (const method of METHODS.slice(0, 4)) add(method, path);
		add("ALL", path);
	}
	for (const path of ["/.well-known/jwks.json", "/status", "/"]) add("GET", path);
	add("GET", "/:anything/here");
	const asked = templates.map((path) => path.replace(/:\w+/g, "some-id"));
	const odd = [
		"/",
		"",
		"//",
		"/api",
		"/api/v1",
		"/api/v1/",
		"/api/v2/health",
		"/nothing/here",
		"/%61pi/v1/health",
	];
	for (const path of [...asked, ...asked.flatMap((one) => [`${one}/`, `${one}/more`, `/${one}`]), ...odd]) {
		for (const method of METHODS) {
			const [found, expected] = routers.map((router) => router.match(method, path));
			expect(found, `${method} ${path}`).toEqual(expected);
		}
	}
});

it("a route that is added after the first request is found", () => {
	const { routers, add } = both();
	add("GET", "/a/b/c/d");
	expect(routers[0].match("GET", "/a/b/c/e")[0]).toEqual([]);
	add("GET", "/a/b/c/:any");
	add("ALL", "/:one/*");
	expect(routers[0].match("GET", "/a/b/c/e")).toEqual(routers[1].match("GET", "/a/b/c/e"));
	expect(routers[0].match("GET", "/x/y/z")).toEqual(routers[1].match("GET", "/x/y/z"));
});

it("the routes of an area are mounted once, when it is first requested, and leave other areas as they are", () => {
	const router = new AreaRouter<string>();
	router.add("ALL", "*", "first");
	const mounted: string[] = [];
	for (const area of ["/a/b/c", "/a/b/d"]) {
		router.mountAtFirstRequest(area, () => {
			mounted.push(area);
			router.add("GET", `${area}/:id`, area);
		});
	}
	const found = (path: string) => router.match("GET", path)[0].map(([handler]) => handler);
	expect(found("/a/b/x/1")).toEqual(["first"]);
	expect(mounted).toEqual([]);
	for (const _ of [1, 2]) expect(found("/a/b/c/1")).toEqual(["first", "/a/b/c"]);
	expect(found("/a/b/d/1")).toEqual(["first", "/a/b/d"]);
	expect(mounted).toEqual(["/a/b/c", "/a/b/d"]);
	expect(() => router.mountAtFirstRequest("/a/:b", () => {})).toThrow("its first three parts must be fixed");
});
