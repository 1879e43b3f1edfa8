import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { Need } from '#shared/app-api/needs-of.ts';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import { anItem, NOW, states } from '#test/unit/shared/domain/items.ts';

type Calls = typeof appContract;
type Call = { [Group in keyof Calls]: `${Group}.${Extract<keyof Calls[Group], string>}` }[keyof Calls];

/** How each entry ends: by calls that a user can make, or by itself once what it tells of has passed. */
const ENDINGS: Readonly<Record<Need['kind'], readonly Call[] | 'passes'>> = {
  disk: 'passes',
  vault: 'passes',
  company: ['companies.reconnect', 'companies.remove'],
  credentials: ['settings.change', 'secrets.keep'],
  unread: ['companies.reconnect', 'companies.remove'],
  'relay-not-set': ['installation.change'],
  copied: ['companies.newIdentity'],
  folder: ['folders.accept', 'folders.remove'],
  'bulk-arrival': ['items.answerBulkArrival'],
  'sent-before': ['items.answerSentBefore'],
  refused: ['items.resolve', 'items.sendAgain'],
  questions: ['items.allow', 'items.allowEntries', 'items.putAside'],
  unfit: ['items.putAside'],
  unproven: ['items.takeUnproven'],
  'no-answer': ['items.asked'],
  misplaced: ['folders.takeMisplaced', 'folders.ignoreMisplaced'],
  recovery: ['recovery.seen'],
  clock: 'passes',
  battery: 'passes',
  doubt: 'passes',
  relay: 'passes',
  quiet: 'passes',
  delay: 'passes',
  'no-folder': ['folders.add', 'companies.remove'],
  'no-company': ['companies.connect'],
};

/** What a user can do about one document in a call. */
const BY_PERSON: readonly Happening[] = [
  { kind: 'put-aside' },
  { kind: 'resolved', by: 'user' },
  { kind: 'asked' },
  { kind: 'unproven-taken' },
];

function afterAct(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => BY_PERSON.map((happening) => advance(item, happening, NOW).item));
}

/** Whether the document is counted by one of the entries. */
function asksForUser(item: Item): boolean {
  const { state } = item;
  if (state.kind === 'held' || state.kind === 'unfit') return true;
  if (state.kind === 'refused') return !isResolved(item);
  return unprovenOf(item) !== null || (state.kind === 'awaiting' && state.noAnswer !== undefined && state.noAnswer.askedAt === null);
}

describe('what needs a person', () => {
  it('passes by itself, or is ended by a call that there is', () => {
    const calls = Object.entries(ENDINGS).flatMap(([, endings]) => (endings === 'passes' ? [] : endings));
    const missing = calls.filter((call) => {
      const [group = '', name = ''] = call.split('.');
      return Reflect.get(Object(Reflect.get(appContract, group)), name) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('is ended by the person for each document, whatever its state', () => {
    const asking = states.filter((state) => asksForUser(anItem({ state })));
    fc.assert(
      fc.property(asking, fc.constantFrom<Partial<Item>>({}, { reference: null }, { resubmission: 2 }), (state, of) => {
        const item = anItem({ state, ...of });
        // A result that was taken as refused is a refusal, which is ended in its turn.
        const once = afterAct([item]);
        const ended = [...once, ...afterAct(once)].filter((after) => !asksForUser(after));
        expect(ended).not.toEqual([]);
      }),
    );
  });
});
