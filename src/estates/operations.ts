/** The rows of the route table that belong to this slice. */
import { getProfile } from "./routes/get-profile.ts";

export const estateOperations = [getProfile] as const;
