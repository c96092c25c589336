/** All rows of an object's tables, by the table's name. */
export type ObjectDump = Record<string, Record<string, string | number | null>[]>;

/** Every class of objects that holds something lasting. */
export type DumpedObject = {
	/** null for an object that was never written. */
	dump(): Promise<ObjectDump | null> | ObjectDump | null;
};
