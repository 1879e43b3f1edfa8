/** Seeds that once broke a promise, with what they found. They are played in every run, for good. */
export const REGRESSIONS: readonly { readonly seed: number; readonly found: string }[] = [];
