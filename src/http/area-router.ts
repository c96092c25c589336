/**
 * Hono's TrieRouter in parts: the routes of one area, such as all below `/api/v1/recovery-cases`, become a tree at the
 * first request that comes there. One tree of all of them would be a tenth of an isolate's start.
 */
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

type Route<T> = { area: string; method: string; path: string; handler: T };

/** What a path begins with, up to its third part. */
const areaOf = (path: string): string => path.split("/", 4).join("/");

/** Middleware of every path has one of these, and so would a route whose first parts are templates. */
const isAnywhere = (area: string): boolean => /[:*]/.test(area);

/** Of all paths that no area is the beginning of: a caller must not make a tree by asking for a new one. */
const ELSEWHERE = "";

/** Finds what one TrieRouter with the same routes would find. */
export class AreaRouter<T> implements Router<T> {
	readonly name = "AreaRouter";
	readonly #routes: Route<T>[] = [];
	readonly #areas = new Set<string>();
	readonly #trees = new Map<string, TrieRouter<T>>();

	add(method: string, path: string, handler: T): void {
		const area = areaOf(path);
		this.#routes.push({ area, method, path, handler });
		this.#areas.add(area);
		this.#trees.clear();
	}

	match(method: string, path: string): Result<T> {
		const area = areaOf(path);
		return this.#treeOf(this.#areas.has(area) ? area : ELSEWHERE).match(method, path);
	}

	#treeOf(area: string): TrieRouter<T> {
		const known = this.#trees.get(area);
		if (known) return known;
		const tree = new TrieRouter<T>();
		for (const route of this.#routes) {
			if (route.area === area || isAnywhere(route.area)) tree.add(route.method, route.path, route.handler);
		}
		this.#trees.set(area, tree);
		return tree;
	}
}
