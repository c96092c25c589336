/** The version of this code, as in package.json. */
export const SERVICE_VERSION = "1.0.0";
