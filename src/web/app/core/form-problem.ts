/** The type of a form's problem. Apart from `problems.ts`, so that scripts of browsers do not reach the API's types. */

/** `field`: the name of the form's field; empty for the form as a whole. */
export type Problem = { field: string; text: string };

/** A page whose form was not accepted. Without `status` it is 400 if there are problems. */
export type Rejected = { problems?: readonly Problem[] | undefined; status?: number | undefined };
