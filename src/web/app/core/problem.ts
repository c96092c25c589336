/** `field`: the name of the form's field; empty for the form as a whole. */
export type Problem = { field: string; text: string };
