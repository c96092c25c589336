import { type SQL, sql } from "drizzle-orm";

/** D1 binds every number as REAL, which is not equal to the INTEGER in expressions and indexes. */
export const whole = (value: number): SQL<number> => sql`CAST(${value} AS INTEGER)`;
