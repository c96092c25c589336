/** The hosted app's module (build/pages/pages.mjs), which an isolate loads when a page or a mail first needs it. */
import type { PagesModule } from "./app/ports.ts";

/** Relative to the Worker's entry. Not a literal, which wrangler would bundle into the API's script. */
const MODULE = "./pages.mjs";

const load = (name: string): Promise<PagesModule> => import(name);

export const loadPages = (): Promise<PagesModule> => load(MODULE);
