import { describe, expect, it } from 'vitest';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import { maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';
import { mayAllow, mayPutAside, mayPutBack, neverLeft } from '#shared/domain/item/aside.ts';
import { isAtRest, type ItemState, type ItemStateKind, itemStateSchema } from '#shared/domain/item/item-state.ts';
import type { Question } from '#shared/domain/item/question.ts';
import { anItem, DOCUMENT, items, NOW } from '#test/unit/shared/domain/items.ts';
import { type Failure, failureSchema } from '#shared/domain/item/failure.ts';
import { STATE_KINDS } from '#shared/app-api/list/item-filter.ts';
import * as fc from 'fast-check';
import type { Problem } from '#shared/domain/item/problem.ts';

const damaged = { by: 'intray', problem: { kind: 'damaged', found: 'pdf' } } as const;
const declined = { by: 'service', problem: { kind: 'declined', errorCode: null, detail: 'no' } } as const;
const office = { by: 'intray', problem: { kind: 'not-taken', found: 'office' } } as const;
const result = { documentId: DOCUMENT, at: NOW, reason: null, contradicted: false } as const;
const waiting: ItemState = { kind: 'waiting', dueAt: NOW, last: null };
const goneWith = (of: object): object => ({ kind: 'aside', why: 'gone', ...of });
const held = (question: Question): ItemState => ({ kind: 'held', question });
const ABOUT_THE_FILE = ['bulk-arrival', 'blank', 'not-understood'] as const;

/** Every kind of state and, where that makes a difference, each of its variants. `unsent`: nothing can have left. */
const STATES: Readonly<Record<string, ItemState>> = {
  'bulk-arrival': held({ kind: 'bulk-arrival' }),
  blank: held({ kind: 'blank' }),
  'not-understood': held({ kind: 'not-understood' }),
  'other-type': held({ kind: 'other-type', itemId: null }),
  'unclear-answer': held({ kind: 'unclear-answer', status: 404 }),
  'maybe-received': held({ kind: 'maybe-received' }),
  'gone unsent': held({ kind: 'gone' }),
  damaged: { kind: 'unfit', ...damaged },
  office: { kind: 'unfit', ...office },
  declined: { kind: 'unfit', ...declined },
  waiting,
  uploading: { kind: 'uploading', startedAt: NOW, last: null },
  awaiting: { kind: 'awaiting', documentId: DOCUMENT, since: NOW },
  accepted: { kind: 'accepted', ...result },
  refused: { kind: 'refused', ...result },
  'ignored by an older version': { kind: 'aside', why: 'user' },
  'ignored question': { kind: 'aside', why: 'user', question: { kind: 'blank' } },
  'ignored gone': { kind: 'aside', why: 'user', question: { kind: 'gone' } },
  'ignored damaged': { kind: 'aside', why: 'user', unfit: damaged },
  'ignored declined': { kind: 'aside', why: 'user', unfit: declined },
  'gone question': { kind: 'aside', why: 'gone', question: { kind: 'blank' } },
  'gone damaged': { kind: 'aside', why: 'gone', unfit: damaged },
  replaced: { kind: 'aside', why: 'replaced' },
  removed: { kind: 'aside', why: 'removed', question: { kind: 'gone' } },
};

const unsent = (state: ItemState) => anItem({ state, reference: null });
/** What a happening makes of each state that it changes. */
const changes = (happening: Happening, make = unsent) =>
  Object.fromEntries(
    Object.entries(STATES).flatMap(([name, state]) => {
      const item = make(state);
      const after = advance(item, happening, NOW).item;
      return after === item ? [] : [[name, after.state]];
    }),
  );
const those = (may: (item: { readonly state: ItemState; readonly sha256: string | null }) => boolean) =>
  Object.entries(STATES).flatMap(([name, state]) => (may(anItem({ state })) ? [name] : []));

const ASKING = ['bulk-arrival', 'blank', 'not-understood', 'other-type', 'unclear-answer', 'maybe-received', 'gone unsent'] as const;
const UNFIT = ['damaged', 'office', 'declined'] as const;

describe('ignoring', () => {
  it('is for everything that is held or unfit, keeps what was open, and is taken back to exactly that', () => {
    const ignored = changes({ kind: 'put-aside' });
    expect(Object.keys(ignored)).toEqual([...ASKING, ...UNFIT]);
    expect(those(mayPutAside)).toEqual([...ASKING, ...UNFIT]);
    for (const [name, state] of Object.entries(ignored)) {
      expect(state).toMatchObject({ kind: 'aside', why: 'user' });
      expect(advance(unsent(state), { kind: 'put-back' }, NOW).item.state).toEqual(STATES[name]);
    }
  });

  it('is taken back by nothing but a person, where it is known what was open', () => {
    expect(changes({ kind: 'put-back' })).toEqual({
      'ignored question': STATES['blank'],
      'ignored gone': STATES['gone unsent'],
      'ignored damaged': STATES['damaged'],
      'ignored declined': STATES['declined'],
    });
    expect(those(mayPutBack)).toEqual(['ignored question', 'ignored gone', 'ignored damaged', 'ignored declined']);
    const happenings: Happening[] = [{ kind: 'found-again', as: waiting }, { kind: 'gone' }, { kind: 'replaced' }, { kind: 'restarted' }];
    for (const happening of happenings) {
      for (const name of Object.keys(changes(happening))) expect(name).not.toMatch(/^ignored/);
    }
  });

  it('does not let a file be sent that cannot be, except one whose content alone is wrong', () => {
    expect(those(mayAllow)).toEqual([
      ...ASKING.filter((name) => name !== 'gone unsent'),
      'ignored by an older version',
      'ignored question',
    ]);
    expect(Object.keys(changes({ kind: 'allowed' }))).toEqual([
      ...ASKING.filter((name) => name !== 'gone unsent'),
      'declined',
      'ignored by an older version',
      'ignored question',
    ]);
    expect(those(maySendAllTheSame)).toEqual(['damaged', 'ignored damaged']);
  });

  it('is overridden by a result of the service, and says so', () => {
    const accepted = { kind: 'result', result: { kind: 'accepted', documentId: DOCUMENT, at: NOW, reason: null } } as const;
    const after = advance(anItem({ state: { kind: 'aside', why: 'user', unfit: declined } }), accepted, NOW).item;
    expect(after.state).toMatchObject({ kind: 'accepted', overtook: 'set-aside' });
  });
});

describe('a file that is gone', () => {
  it('ends what only asked about it, keeps what was open, and makes a question of what was to be sent', () => {
    expect(changes({ kind: 'gone' })).toEqual({
      ...Object.fromEntries(ABOUT_THE_FILE.map((kind) => [kind, goneWith({ question: { kind } })])),
      'other-type': goneWith({ question: { kind: 'other-type', itemId: null } }),
      damaged: goneWith({ unfit: damaged }),
      office: goneWith({ unfit: office }),
      declined: goneWith({ unfit: declined }),
      waiting: STATES['gone unsent'],
    });
    expect(advance(unsent(waiting), { kind: 'gone' }, NOW).chores).toEqual(['drop-spool', 'tell-question']);
  });

  it('ends no question about a document of which something may have left', () => {
    const begun = changes({ kind: 'gone' }, (state) => anItem({ state }));
    expect(Object.keys(begun)).toEqual([...UNFIT, 'waiting']);
  });

  it('brings everything back as it was when it is found again, and judges what was to be sent as if it were new', () => {
    const as = held({ kind: 'bulk-arrival' });
    expect(changes({ kind: 'found-again', as })).toEqual({
      'gone unsent': as,
      'gone question': STATES['blank'],
      'gone damaged': STATES['damaged'],
      replaced: as,
    });
  });
});

const heldItem = anItem({ state: { kind: 'held', question: { kind: 'bulk-arrival' } }, reference: null });

describe('what a person set aside', () => {
  it('is taken back with the question that it had, where that is known', () => {
    const aside = advance(heldItem, { kind: 'put-aside' }, NOW).item;
    expect(advance(aside, { kind: 'put-back' }, NOW).item.state).toEqual(heldItem.state);
    const others = [
      anItem({ state: { kind: 'aside', why: 'user' } }),
      anItem({ state: { kind: 'aside', why: 'removed', question: { kind: 'bulk-arrival' } } }),
      anItem({ state: { kind: 'aside', why: 'replaced' } }),
      anItem(),
    ];
    for (const item of others) expect(advance(item, { kind: 'put-back' }, NOW).item).toBe(item);
  });
});

const LEFT: Readonly<Record<Failure['kind'], 'never' | 'perhaps'>> = {
  offline: 'never',
  broken: 'perhaps',
  'timed-out': 'perhaps',
  certificate: 'never',
  clock: 'never',
  proxy: 'never',
  forbidden: 'perhaps',
  service: 'perhaps',
  'not-understood': 'perhaps',
  'no-token': 'never',
  credentials: 'never',
  'no-file': 'never',
  spool: 'never',
  company: 'never',
};

describe('whether a document left this computer', () => {
  it.each(failureSchema.options.map(({ shape }) => shape.kind.value))('is known of an upload that failed for %s', (kind) => {
    expect(neverLeft(kind) ? 'never' : 'perhaps').toBe(LEFT[kind]);
  });
});

const KINDS = itemStateSchema.options.map(({ shape }) => shape.kind.value);
const RESTS: Readonly<Record<ItemStateKind, boolean>> = {
  held: true,
  aside: true,
  unfit: true,
  waiting: false,
  uploading: false,
  awaiting: false,
  accepted: true,
  refused: true,
};

describe('every state of a document', () => {
  it.each(KINDS)('that is %s says whether Intray has more to do with it', (kind) => {
    expect(isAtRest(kind)).toBe(RESTS[kind]);
  });

  it('can be asked for in the list', () => {
    expect([...STATE_KINDS].sort()).toEqual([...KINDS].sort());
  });
});

const SENT = { kind: 'sent-all-the-same', as: { mediaType: 'image/png', sentName: 'a.png' }, twin: null } as const;
const unfit = (problem: Problem, by: 'intray' | 'service' = 'intray'): ItemState => ({ kind: 'unfit', by, problem });

describe('an unfit document', () => {
  it.each<[Problem, boolean]>([
    [{ kind: 'damaged', found: 'pdf' }, true],
    [{ kind: 'blank' }, true],
    [{ kind: 'password' }, true],
    [{ kind: 'too-large', bytes: 6_000_000, bytesMax: 5_000_000 }, false],
    [{ kind: 'not-taken', found: 'heic' }, false],
    [{ kind: 'link' }, false],
    [{ kind: 'unreadable', code: 'EACCES' }, false],
    [{ kind: 'declined', errorCode: null, detail: null }, false],
  ])('with %j may be sent all the same: %s', (problem, may) => {
    expect(maySendAllTheSame(anItem({ state: unfit(problem) }))).toBe(may);
    // A rejection by the service is handled in another way; what was never read has no content.
    expect(maySendAllTheSame(anItem({ state: unfit(problem, 'service') }))).toBe(false);
    expect(maySendAllTheSame(anItem({ state: unfit(problem), sha256: null }))).toBe(false);
  });

  it('waits as what it is sent as, and says since when; no other document changes by it', () => {
    fc.assert(
      fc.property(items, (item) => {
        const { item: next } = advance(item, SENT, NOW);
        const sent = { ...item, ...SENT.as, allTheSameAt: NOW, state: { kind: 'waiting', dueAt: NOW, last: null }, stateSince: NOW };
        expect(next).toEqual(maySendAllTheSame(item) ? sent : item);
      }),
    );
  });
});
