/** Seeds that once broke a promise, with what they found. They are played in every run, for good. */
export const REGRESSIONS: readonly { readonly seed: number; readonly found: string }[] = [
  { seed: 168, found: 'a checker that asked a program which was killed meanwhile' },
  { seed: 174, found: 'a checker that took an item with a result for one without an intent' },
];
