/** What a command prints, and its exit code. */
export type CommandOutput = { readonly text: string; readonly code: number };
