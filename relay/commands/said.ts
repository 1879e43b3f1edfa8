/** What a command prints, and the exit code that it ends with. */
export type Said = { readonly text: string; readonly code: number };
