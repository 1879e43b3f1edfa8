/** What a command prints, and its exit code. `aside`: goes to the standard error output, apart from what may be sent on. */
export type CommandOutput = { readonly text: string; readonly code: number; readonly aside?: string };
