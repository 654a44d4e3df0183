/** Mutants of the server's machines that change nothing, by machine and name, each with the reason. */
export const SERVER_EQUIVALENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
