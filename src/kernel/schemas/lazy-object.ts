import * as z from "zod";
import { lazy } from "../once.ts";

type Shape = z.core.$ZodLooseShape;
type LazyObject<S extends Shape> = () => z.ZodObject<S, z.core.$strict>;

type Described = { id: string; description?: string };
/** The component of the OpenAPI document: its name, or that and a description, made with the object if it needs work. */
export type Component = string | Described | (() => Described);

/** An object without further fields, built at its first use. */
export function lazyObject<S extends Shape>(shape: () => S): LazyObject<S>;
export function lazyObject<S extends Shape>(component: Component, shape: () => S): LazyObject<S>;
export function lazyObject<S extends Shape>(...args: [() => S] | [Component, () => S]): LazyObject<S> {
	const [shape, component] = args.length === 1 ? args : [args[1], args[0]];
	return lazy(() => {
		const object = z.strictObject(shape());
		if (component === undefined) return object;
		if (typeof component === "string") return object.meta({ id: component });
		return object.meta(typeof component === "function" ? component() : component);
	});
}
