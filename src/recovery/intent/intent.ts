export type * from "../../protocol/intent.ts";
