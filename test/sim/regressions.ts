/** Seeds that once broke a promise, with what they found. They are played in every run, for good. */
export const REGRESSIONS: readonly { readonly seed: number; readonly found: string }[] = [
  { seed: 82, found: 'two documents of one content, where a service releases the references of what it refused' },
  { seed: 25, found: 'the rest of a flood was sent, when a program was killed while it took the flood up' },
];
