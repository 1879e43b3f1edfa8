import type { PlannedFaultName } from './plan/planned-faults.ts';

/** `faults`: the planned ones of that story; the run has no others. */
export type Regression = { readonly seed: number; readonly found: string; readonly faults?: readonly PlannedFaultName[] };

/** Seeds that once broke an invariant, with what they found. Every run plays them, permanently, once all their faults are on. */
export const REGRESSIONS: readonly Regression[] = [
  { seed: 25, found: 'the rest of a bulk arrival was sent, when a program was killed while it took it up' },
  { seed: 155, found: 'a computer that woke up on a disk with errors threw at whoever woke it' },
  { seed: 196, found: 'a checker that waited for a lost answer, where a 409 had named no document (C11 and C23)' },
  { seed: 366, found: 'a ledger that kept what had been put on a disk that was taken away again' },
  { seed: 560, found: 'a wall clock with parts of milliseconds, which no journal takes and no machine has' },
  { seed: 1525, found: 'a checker that took a copy moved by the other computer for one that this computer had left behind' },
  {
    seed: 25,
    faults: ['told'],
    found: 'a file of a bulk arrival that was asked about, though the other computer had sent it and its result was known',
  },
  { seed: 29, faults: ['told'], found: 'the same bytes in both folders, each sent by another computer, each asked about on the other one' },
  {
    seed: 37,
    faults: ['told'],
    found: 'a file that waited for good for its bytes, though the other computer had sent it and it was accepted',
  },
  {
    seed: 77,
    faults: ['told'],
    found: 'a content that was put aside as replaced, though the other computer had sent it and it was accepted',
  },
  { seed: 488, faults: ['told'], found: 'a checker that took the page of a proxy, answered with 200, for a receipt' },
  { seed: 617, faults: ['told'], found: 'a checker that took the 409 of an ailing service for a receipt' },
  { seed: 1976, found: 'a checker that knew of one note beside a file, which was refused twice' },
  { seed: 3095, found: 'a document received while the clock was ahead, which never got its result' },
  {
    seed: 3272,
    found: 'a person who did not take the installation’s own access back, although its secret was lost while the computer was off',
  },
  {
    seed: 700_815,
    faults: ['secrets-lost', 'relay-restored-as-is'],
    found: 'a relay restored as it is, read on where a stream had broken off',
  },
  { seed: 700_999, found: 'the rest of a bulk arrival that was sent, when the clock had been set back in the middle of it' },
  { seed: 701_210, faults: ['service-restored', 'relay-restored-as-is'], found: 'a checker that forgot what both had acknowledged' },
  { seed: 701_231, faults: ['profile-restored'], found: 'a checker that took the settings of an older profile for those of today' },
  { seed: 702_134, faults: ['none-on-one', 'relay-restored-as-is'], found: 'a checker that heard of no delay but from each document' },
  { seed: 702_149, found: 'a wrong secret that the relay took, when a proxy had answered one of its questions' },
  {
    seed: 702_201,
    faults: ['relay-restored-as-is'],
    found: 'a checker that knew nothing of answers on their way to a relay that was restored',
  },
  { seed: 501, faults: ['none-on-one', 'told'], found: 'files put aside on one computer for good, though the other one had sent them' },
  { seed: 5, faults: ['same-size-and-time'], found: 'other bytes of the same size and time, which nobody saw' },
  { seed: 175, faults: ['numbers-again'], found: 'another disk with the numbers of the one before, from which was sent without asking' },
  {
    seed: 435,
    faults: ['secrets-lost'],
    found: 'answers of a former connection whose secret was lost, for which was waited without a word',
  },
  { seed: 48, faults: ['relay-restored-as-is'], found: 'results after a relay had been put back under its old epoch, which nobody read' },
  {
    seed: 3,
    faults: ['rotated-unseen'],
    found: 'results signed by a key that was published only while a computer was off, which it never believed',
  },
  {
    seed: 504,
    faults: ['rotated-unseen'],
    found: 'results signed by a key that no computer could see, for which was waited without a word',
  },
  { seed: 450, found: 'a bulk arrival of which the rest was sent, when another disk had lain there while it was read' },
  { seed: 701_306, found: 'a bulk arrival of which the rest was sent, when the share had gone while it was read' },
  { seed: 700_204, found: 'a document that was to be sent again, of which nobody had the bytes, since there was no room to copy them' },
  {
    seed: 704_344,
    found: 'a file that hung in a process that was left alive, and for which no other one was begun while that was kept in use',
  },
  { seed: 1526, found: 'a document that was sent under a new connection, though its result under the former one had come a moment before' },
  { seed: 1910, found: 'a checker that took it for broken that a file without a copy was moved by another computer' },
  {
    seed: 801_576,
    faults: ['none-on-one'],
    found: 'a file of a bulk arrival that hung while the person said no to the rest, and that was sent after the next start',
  },
  { seed: 110, faults: ['profile-copied'], found: 'a profile and its copy that ran beside each other, of which nobody was told' },
  {
    seed: 802_584,
    faults: ['relay-restored-as-is'],
    found: 'a relay restored as it is, of whose new events the first were passed over: a page was asked for before the comparison',
  },
  {
    seed: 816_158,
    faults: ['relay-restored-as-is'],
    found: 'a relay restored as it is, whose first new event was passed over: one that it had forgotten was sent again, to its old place',
  },
  {
    seed: 802_912,
    faults: ['none-on-one'],
    found: 'a checker that waited for the service to decline what its person had put aside before it was sent',
  },
  { seed: 3095, found: 'a document that was received while the clock was ahead, and was not claimed before the clock caught up' },
  { seed: 3560, found: 'the same, at one of two computers' },
  {
    seed: 792,
    faults: ['service-killed'],
    found:
      'a document that was sent under the type of before, though its file had long been moved: the clock had been set back since it was found',
  },
];

/** Whether all its faults are on. */
export function isPlayed({ faults = [] }: Regression, on: ReadonlySet<PlannedFaultName>): boolean {
  return faults.every((fault) => on.has(fault));
}
