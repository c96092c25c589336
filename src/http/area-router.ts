/**
 * Builds Hono's TrieRouter for an area, such as `/api/v1/recovery-cases`, at its first request, and mounts the operations of the
 * area then. To do so for all would take a tenth of an isolate's start (quality.md "What was measured").
 */
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

type Route<T> = { area: string; method: string; path: string; handler: T };

export const areaOf = (path: string): string => path.split("/", 4).join("/");

const isAnywhere = (area: string): boolean => /[:*]/.test(area);

/** All unknown paths share an area, so that callers cannot create trees. */
const ELSEWHERE = "";

export class AreaRouter<T> implements Router<T> {
	readonly name = "AreaRouter";
	readonly #routes: Route<T>[] = [];
	readonly #areas = new Set<string>();
	readonly #trees = new Map<string, TrieRouter<T>>();
	readonly #unmounted = new Map<string, () => void>();

	/** @param mount adds the routes of `area`; called when it is first requested */
	mountAtFirstRequest(area: string, mount: () => void): void {
		if (isAnywhere(area)) throw new Error(`${area} is no area: its first three parts must be fixed`);
		this.#areas.add(area);
		this.#unmounted.set(area, mount);
	}

	add(method: string, path: string, handler: T): void {
		const area = areaOf(path);
		this.#routes.push({ area, method, path, handler });
		this.#areas.add(area);
		if (isAnywhere(area)) this.#trees.clear();
		else this.#trees.delete(area);
	}

	match(method: string, path: string): Result<T> {
		const area = areaOf(path);
		return this.#treeOf(this.#areas.has(area) ? area : ELSEWHERE).match(method, path);
	}

	#treeOf(area: string): TrieRouter<T> {
		const known = this.#trees.get(area);
		if (known) return known;
		this.#unmounted.get(area)?.();
		this.#unmounted.delete(area);
		const tree = new TrieRouter<T>();
		for (const route of this.#routes) {
			if (route.area === area || isAnywhere(route.area)) tree.add(route.method, route.path, route.handler);
		}
		this.#trees.set(area, tree);
		return tree;
	}
}
