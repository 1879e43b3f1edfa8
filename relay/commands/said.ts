/** What a command prints, and the exit code that it ends with. */
export type CommandOutput = { readonly text: string; readonly code: number };
