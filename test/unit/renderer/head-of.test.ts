import { describe, expect, it } from 'vitest';
import { headOf } from '#renderer/overview/head-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { type Counts, NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { translator } from '#shared/i18n/translate.ts';

const NOW = wallMs(0);
const company = (connection: Company['connection']) => ({ connection }) as Company;
const folder = (state: Folder['state']) => ({ state }) as Folder;
const ACTIVE = company({ kind: 'active', seenAt: NOW });

function overview(counts: Partial<Counts>, change: Partial<Overview> = {}): Overview {
  const all = {
    counts: { ...NO_COUNTS, ...counts },
    companies: [ACTIVE],
    folders: [folder('present')],
    relay: { kind: 'connected', since: NOW, lastReadAt: NOW },
    answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
    vault: 'open',
    disk: { kind: 'good' },
    now: NOW,
    ...change,
  } as const;
  return { ...all, standing: standing(all.counts, all) } as Overview;
}

/** Everything that keeps the head from being green, each alone beside twelve accepted documents. */
const SHADOWS: readonly (readonly [string, Overview])[] = [
  ['a refusal', overview({ accepted: 12, refused: 1 })],
  ['a refusal beside one that was dealt with', overview({ accepted: 12, refused: 2, settled: 1 })],
  ['an unfit file', overview({ accepted: 12, unfit: 1 })],
  ['a question', overview({ accepted: 12, held: 1 })],
  ['a file that waits', overview({ accepted: 12, waiting: 1 })],
  ['an upload', overview({ accepted: 12, uploading: 1 })],
  ['a missing answer', overview({ accepted: 12, awaiting: 1 })],
  ['an unproven answer', overview({ accepted: 12, awaiting: 1, unproven: 1 })],
  ['an ended connection', overview({ accepted: 12 }, { companies: [company({ kind: 'invalid', since: NOW, reason: 'revoked' })] })],
  ['a connection in doubt', overview({ accepted: 12 }, { companies: [company({ kind: 'checking', since: NOW, doubt: 'unknown' })] })],
  ['a pause', overview({ accepted: 12 }, { companies: [company({ kind: 'paused', since: NOW })] })],
  ['a folder that is away', overview({ accepted: 12 }, { folders: [folder('missing')] })],
  ['a company of which no folder is watched', overview({ accepted: 12 }, { folders: [] })],
  ['a disk that takes nothing', overview({ accepted: 12 }, { disk: { kind: 'bad', since: NOW, fault: 'full' } })],
  ['a relay out of reach', overview({ accepted: 12 }, { relay: { kind: 'unreachable', since: NOW, lastReadAt: null, code: 'x' } })],
  ['a locked keychain', overview({ accepted: 12 }, { vault: 'locked' })],
];

const keys = (said: readonly { readonly key: string }[]) => said.map(({ key }) => key);

describe('the sentence of truth', () => {
  it('is green when every document was accepted and everything is within reach', () => {
    const head = headOf(overview({ accepted: 12 }));
    expect(head.tone).toBe('good');
    expect(head.remarks).toEqual([]);
  });

  it.each(SHADOWS)('is never green with %s', (_, shadowed) => {
    expect(headOf(shadowed).tone).not.toBe('good');
  });

  it('says what needs the person first, and what is under way apart from it', () => {
    const troubled = headOf(overview({ refused: 1, held: 2, waiting: 1, awaiting: 3, noAnswer: 1 }));
    expect(keys(troubled.clauses)).toEqual(['overview.head.refused', 'overview.head.held', 'overview.head.no-answer']);
    expect(troubled.underWay).toEqual([
      { key: 'overview.head.sending', values: { count: 1 } },
      { key: 'overview.head.awaiting', values: { count: 2 } },
    ]);
    const calm = headOf(overview({ accepted: 4, waiting: 1, awaiting: 3 }));
    expect(keys(calm.clauses)).toEqual(['overview.head.sending', 'overview.head.awaiting']);
    expect(calm.underWay).toEqual([]);
  });

  it('is green again when every refusal was dealt with, and still says that there were some', () => {
    const head = headOf(overview({ accepted: 10, refused: 2, settled: 2 }));
    expect(head.tone).toBe('good');
    expect(head.sentence).toEqual({ key: 'overview.head.received-all', values: { count: 12 } });
    expect(head.clauses).toEqual([{ key: 'overview.head.settled', values: { count: 2 } }]);
    const open = headOf(overview({ accepted: 10, refused: 3, settled: 2 }));
    expect(open.tone).toBe('needs-you');
    expect(open.clauses).toEqual([{ key: 'overview.head.refused', values: { count: 1 } }]);
    expect(open.underWay).toEqual([{ key: 'overview.head.settled', values: { count: 2 } }]);
  });

  it('says of nothing that it is being sent while the disk takes no notes', () => {
    const full = headOf(overview({ waiting: 2 }, { disk: { kind: 'bad', since: NOW, fault: 'full' } }));
    expect(keys(full.clauses)).toEqual(['overview.head.blocked']);
  });

  it('counts what arrived, whatever became of it there', () => {
    const { sentence } = headOf(overview({ accepted: 1, refused: 1, awaiting: 1, waiting: 4 }));
    expect(sentence).toEqual({ key: 'overview.head.received-some', values: { count: 3, total: 7 } });
  });

  it.each([
    ['en', 1, '1 of 3 documents reached your accountant'],
    ['en', 2, '2 of 3 documents reached your accountant'],
    ['fr', 1, '1 document sur 3 est arrivé chez votre comptable'],
    ['fr', 2, '2 documents sur 3 sont arrivés chez votre comptable'],
  ] as const)('is good %s for %i of three', (language, accepted, said) => {
    const { sentence } = headOf(overview({ accepted, waiting: 3 - accepted }));
    expect(translator(language)(sentence.key, sentence.values).replaceAll(/[\u2068\u2069]/g, '')).toBe(said);
  });
});
