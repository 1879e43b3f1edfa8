/** Seeds that once broke a promise, with what they found. They are played in every run, for good. */
export const REGRESSIONS: readonly { readonly seed: number; readonly found: string }[] = [
  { seed: 25, found: 'the rest of a flood was sent, when a program was killed while it took the flood up' },
  { seed: 155, found: 'a computer that woke up on a disk with errors threw at whoever woke it' },
  { seed: 196, found: 'a checker that waited for a lost answer, where a 409 had named no document (decisions 11 and 23)' },
  { seed: 366, found: 'a ledger that kept what had been put on a disk that was taken away again' },
  { seed: 560, found: 'a wall clock with parts of milliseconds, which no journal takes and no machine has' },
  { seed: 1525, found: 'a checker that took a copy moved by the other computer for one that this computer had left behind' },
];
