import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import { isOfConversion } from '#shared/domain/item/conversion/converted.ts';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import { maySendAgain } from '#shared/domain/item/aside.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { plus, wallMs } from '#shared/lib/duration.ts';
import { anItem, DOCUMENT, happenings, items, NOW, results, wall } from '../items.ts';

const FINAL = new Set(['accepted', 'refused']);
/** Time only goes forward: later happenings never have an earlier time. */
const later = fc.integer({ min: 0, max: 3_600_000 });

const received = ended({ kind: 'received', documentId: DOCUMENT });
const adopted = ended({ kind: 'already-received', documentId: DOCUMENT });

const isUploading = ({ state }: Item): boolean => state.kind === 'uploading';
const isUploadEnded = ({ kind }: Happening): boolean => kind === 'upload-ended';
const isElsewhere = (happening: Happening): boolean => 'elsewhere' in happening && happening.elsewhere !== undefined;
const isLaterSending = ({ resubmission }: Item, happening: Happening): boolean =>
  'elsewhere' in happening && happening.elsewhere !== undefined && happening.elsewhere.resubmission > resubmission;

describe('advance, whatever happens in whatever state,', () => {
  it('gives an item that the journal can keep, without throwing and without changing its argument', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        const before = structuredClone(item);
        const { item: next } = advance(item, happening, now);
        expect(itemSchema.parse(next)).toEqual(next);
        expect(item).toEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the same for the same', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        expect(advance(item, happening, now)).toEqual(advance(structuredClone(item), structuredClone(happening), now));
      }),
    );
  });

  it('never takes a final item back, unless a person asks for a refused one to be sent again', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        fc.pre(FINAL.has(item.state.kind));
        fc.pre((happening.kind !== 'sent-again' || item.state.kind !== 'refused') && !isLaterSending(item, happening));
        expect(FINAL.has(advance(item, happening, now).item.state.kind)).toBe(true);
      }),
    );
  });

  it('flips a final item by a result alone, and never silently', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        fc.pre(FINAL.has(item.state.kind) && !isLaterSending(item, happening));
        const { state } = advance(item, happening, now).item;
        if (state.kind === item.state.kind || happening.kind === 'sent-again') return;
        const isSaid = 'contradicted' in state && (state.contradicted || state.replacedUnproven === 'contradicted');
        expect([happening.kind, isSaid]).toEqual(['result', true]);
      }),
    );
  });

  it('lets attempts grow alone, by one, when an upload begins, as long as the same bytes are sent', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        fc.pre(happening.kind !== 'sent-again' && !isOfConversion(happening) && !isElsewhere(happening));
        const grown = advance(item, happening, now).item.attempts - item.attempts;
        expect(grown).toBe(happening.kind === 'upload-begun' && item.state.kind === 'waiting' ? 1 : 0);
      }),
    );
  });

  it('touches nothing that names the content', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        fc.pre(happening.kind !== 'sent-again' && !isElsewhere(happening));
        expect(named(advance(item, happening, now).item)).toBe(named(item));
      }),
    );
  });

  it('begins anew under a higher number when a refused item is sent again, and changes no other', () => {
    fc.assert(
      fc.property(items, fc.nat(120), wall, (before, resubmission, now) => {
        const advanced = advance(before, { kind: 'sent-again', resubmission }, now);
        const isOpen = before.state.kind === 'refused' && maySendAgain(before);
        const may = isOpen && resubmission > before.resubmission && resubmission <= 99;
        const none = { reference: null, integrationId: null, attempts: 0, receivedAt: null };
        const state = { kind: 'waiting', dueAt: now, last: null };
        const anew = { ...before, ...none, resubmission, sentElsewhere: false, state, stateSince: now };
        expect(advanced).toEqual({ item: may ? anew : before, chores: [] });
      }),
    );
  });

  it('makes what failed due again within an hour', () => {
    fc.assert(
      fc.property(items.filter(isUploading), happenings.filter(isUploadEnded), wall, (item, happening, now) => {
        const { state } = advance(item, happening, now).item;
        fc.pre(state.kind === 'waiting');
        const waitMs = state.dueAt - now;
        expect([waitMs >= 0, waitMs <= 3_600_000]).toEqual([true, true]);
      }),
    );
  });

  it('ends no item that its service has received before its result comes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(happenings, later), { maxLength: 30 }), (happened) => {
        let item = anItem({ state: { kind: 'awaiting', documentId: DOCUMENT, since: NOW }, receivedAt: NOW });
        let now = NOW;
        for (const [happening, afterMs] of happened.filter(
          ([{ kind }]) => kind !== 'result' && kind !== 'told-received' && kind !== 'unproven-taken',
        )) {
          now = plus(now, afterMs);
          item = advance(item, happening, now).item;
        }
        expect(item.state).toMatchObject({ kind: 'awaiting', documentId: DOCUMENT, since: NOW });
      }),
    );
  });

  it('believes a result over whatever was decided or asked here, and is what the higher number was told', () => {
    fc.assert(
      fc.property(items, results, fc.nat(99), wall, (item, result, resubmission, now) => {
        const elsewhere = {
          resubmission: Math.max(resubmission, item.resubmission),
          integrationId: item.integrationId,
          reference: item.reference,
        };
        const { state, sentElsewhere } = advance(item, { kind: 'result', result, elsewhere }, now).item;
        const isNewer = elsewhere.resubmission > item.resubmission || !FINAL.has(item.state.kind);
        fc.pre(isNewer);
        expect({ ...state, sentElsewhere }).toMatchObject({ ...result, contradicted: false, sentElsewhere: true });
      }),
    );
  });

  it('shows the later of several results, in whatever order they are read, and says whether they differ', () => {
    fc.assert(
      fc.property(fc.uniqueArray(results, { minLength: 1, maxLength: 6, selector: ({ at }) => at }), (happened) => {
        let item = anItem();
        for (const result of happened) item = advance(item, { kind: 'result', result }, NOW).item;
        const latest = happened.reduce((one, other) => (other.at > one.at ? other : one));
        const contradicted = new Set(happened.map(({ kind }) => kind)).size > 1;
        expect(item.state).toEqual({ ...latest, contradicted });
      }),
    );
  });
});

describe('putting aside', () => {
  const held = anItem({ state: { kind: 'held', question: { kind: 'bulk-arrival' } }, reference: null });

  it('is for what is held, even where it may have left, and is undone by a yes', () => {
    const aside = advance(held, { kind: 'put-aside' }, NOW).item;
    expect(aside.state).toEqual({ kind: 'aside', why: 'user', question: { kind: 'bulk-arrival' } });
    expect(advance(aside, { kind: 'allowed' }, NOW).item.state.kind).toBe('waiting');
    const unclear = { kind: 'held', question: { kind: 'unclear-answer', status: 404 } } as const;
    const begun = anItem({ state: unclear });
    expect(advance(begun, { kind: 'put-aside' }, NOW).item.state).toEqual({ kind: 'aside', why: 'user', question: unclear.question });
  });

  it('happens to what was replaced before anything of it had left, and to nothing that was begun', () => {
    for (const state of [held.state, anItem().state, { kind: 'unfit', by: 'intray', problem: { kind: 'blank' } }] as const) {
      expect(advance(anItem({ state, reference: null }), { kind: 'replaced' }, NOW).item.state).toEqual({ kind: 'aside', why: 'replaced' });
    }
    const begun = [anItem(), anItem({ reference: null, resubmission: 1 }), uploading({ reference: null })];
    for (const item of begun) expect(advance(item, { kind: 'replaced' }, NOW).item).toBe(item);
  });

  it('ends when what was replaced is found again, but a person’s word is kept', () => {
    const as = { kind: 'waiting', dueAt: NOW, last: null } as const;
    const found = (why: 'user' | 'replaced') => advance(anItem({ state: { kind: 'aside', why } }), { kind: 'found-again', as }, NOW).item;
    expect(found('replaced').state).toEqual(as);
    expect(found('user').state).toEqual({ kind: 'aside', why: 'user' });
    expect(
      advance(found('user'), { kind: 'result', result: { kind: 'accepted', documentId: DOCUMENT, at: NOW, reason: null } }, NOW).item.state
        .kind,
    ).toBe('accepted');
  });
});

describe('advance', () => {
  it('goes from waiting over uploading to awaiting, and drops the spooled copy', () => {
    const begun = advance(anItem(), { kind: 'upload-begun' }, NOW).item;
    expect([begun.state.kind, begun.attempts]).toEqual(['uploading', 1]);
    const { item, chores } = advance(begun, received, plus(NOW, 900));
    expect(item).toMatchObject({ state: { kind: 'awaiting', documentId: DOCUMENT }, receivedAt: NOW + 900, sentElsewhere: false });
    expect(chores).toEqual(['drop-spool']);
  });

  it('takes a 409 on the first try as sent elsewhere, and after a lost answer as its own', () => {
    expect(advance(uploading({ attempts: 1 }), adopted, NOW).item).toMatchObject({ state: { kind: 'awaiting' }, sentElsewhere: true });
    expect(advance(uploading({ attempts: 2 }), adopted, NOW).item).toMatchObject({ state: { kind: 'awaiting' }, sentElsewhere: false });
  });

  it('keeps a result that overtook its own answer', () => {
    const result = { kind: 'refused', documentId: DOCUMENT, at: NOW, reason: 'Illisible' } as const;
    const { item, chores } = advance(uploading(), { kind: 'result', result }, NOW);
    expect(chores).toEqual(['drop-spool', 'tell-refused']);
    expect(advance(item, received, plus(NOW, 1)).item.state).toEqual({ ...result, contradicted: false });
  });

  it('never burns a file on the company’s trouble', () => {
    for (const outcome of [{ kind: 'unauthorised' }, { kind: 'revoked', reason: 'SMB_CLOSED' }] as const) {
      const { state } = advance(uploading({ attempts: 900 }), ended(outcome), NOW).item;
      expect(state).toEqual({ kind: 'waiting', dueAt: NOW, last: { kind: 'company' }, failingSince: NOW });
    }
  });

  it('sets a declined file aside and says so', () => {
    const problem = { kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: 'no' } as const;
    const { item, chores } = advance(uploading(), ended({ kind: 'declined', problem }), NOW);
    expect([item.state, chores]).toEqual([{ kind: 'unfit', by: 'service', problem }, ['drop-spool', 'tell-unfit']]);
  });

  it('lets what the service declined go again as it is, but never what cannot be sent', () => {
    const problem = { kind: 'declined', errorCode: null, detail: null } as const;
    const declined = anItem({ state: { kind: 'unfit', by: 'service', problem } });
    expect(advance(declined, { kind: 'allowed' }, NOW).item).toMatchObject({ state: { kind: 'waiting', last: null }, resubmission: 0 });
    const blank = anItem({ state: { kind: 'unfit', by: 'intray', problem: { kind: 'blank' } } });
    expect(advance(blank, { kind: 'allowed' }, NOW).item).toBe(blank);
  });

  it('asks a person after the third answer in a row that nobody understands, and carries the count over a restart', () => {
    let item = anItem();
    for (const expected of ['waiting', 'waiting', 'held']) {
      item = advance(item, { kind: 'upload-begun' }, NOW).item;
      item = advance(item, { kind: 'restarted' }, NOW).item;
      item = advance(item, { kind: 'upload-begun' }, NOW).item;
      item = advance(item, ended({ kind: 'unclear', status: 404 }), NOW).item;
      expect(item.state.kind).toBe(expected);
    }
    expect(advance(item, { kind: 'allowed' }, NOW).item.state).toEqual({ kind: 'waiting', dueAt: NOW, last: null });
  });

  it.each([
    [5_000_001, 'unfit'],
    [5_000_000, 'waiting'],
  ])('takes the third broken connection in a row for a limit only above 5,000,000 bytes (%i)', (bytes, expected) => {
    const outcome: Outcome = { kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null };
    let item = anItem({ bytes });
    for (let times = 0; times < 3; times += 1) {
      item = advance(item, { kind: 'upload-begun' }, NOW).item;
      item = advance(item, ended(outcome), NOW).item;
    }
    expect(item.state.kind).toBe(expected);
  });

  it.each([
    [null, 1_000],
    [60_000, 60_000],
    [7 * 86_400_000, 3_600_000],
  ])('honours Retry-After of %s ms, up to an hour, and never comes back sooner than it would', (retryAfterMs, waitMs) => {
    const outcome: Outcome = { kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs };
    expect(advance(uploading(), ended(outcome), NOW).item.state).toMatchObject({ kind: 'waiting', dueAt: wallMs(NOW + waitMs) });
  });

  it('lets a restart cool off for a moment, and makes what waits due when somebody asks', () => {
    const { item } = advance(uploading(), { kind: 'restarted' }, NOW);
    expect(item.state).toEqual({ kind: 'waiting', dueAt: NOW + 5_000, last: null });
    expect(advance(item, { kind: 'due' }, plus(NOW, 1)).item.state).toMatchObject({ dueAt: NOW + 1 });
  });
});

describe('a reference that was there before', () => {
  it('shows when the service received it, and never in the future', () => {
    expect(told(NOW - 86_400_000)).toMatchObject({
      receivedAt: NOW - 86_400_000,
      sentElsewhere: true,
      state: { kind: 'awaiting', since: NOW },
    });
    expect([told(NOW + 86_400_000).receivedAt, told(null).receivedAt]).toEqual([NOW, NOW]);
  });
});

function told(depositedAt: number | null): Item {
  const at = depositedAt === null ? null : wallMs(depositedAt);
  return advance(uploading(), ended({ kind: 'already-received', documentId: null, depositedAt: at }), NOW).item;
}

function uploading(changes: Partial<Item> = {}): Item {
  return anItem({ state: { kind: 'uploading', startedAt: NOW, last: null }, attempts: 1, ...changes });
}

function ended(outcome: Outcome): Happening {
  return { kind: 'upload-ended', outcome, chance: 0 };
}

/** Everything that says which content this is, and where it belongs. */
function named({ id, companyId, importType, sha256, bytes, name, integrationId, reference, resubmission, foundAt }: Item): string {
  return JSON.stringify([id, companyId, importType, sha256, bytes, name, integrationId, reference, resubmission, foundAt]);
}
