import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { itemSchema } from '#shared/domain/item/item.ts';
import type { Seen } from '../../../build/demo/follow.ts';
import { judge } from '../../../build/demo/judge.ts';
import type { Ending, Sample } from '../../../build/demo/sample.ts';

const DOCUMENT = '0b1f4c52-7d0a-4c7e-8d11-1c2b3a4d5e6f';
const RESULT = { documentId: DOCUMENT, at: 2, contradicted: false };

describe('the demo', () => {
  test.each([
    ['accepted', null, { kind: 'accepted', ...RESULT, reason: null }],
    ['refused', 'Illisible', { kind: 'refused', ...RESULT, reason: 'Illisible' }],
    ['unfit', 'password', { kind: 'unfit', by: 'intray', problem: { kind: 'password' } }],
  ] as const)('takes what should be %s and is', (ending, reason, state) => {
    expect(judge(sample(ending, reason), seen(state)).wrong).toBeNull();
  });

  test.each([
    ['a file that was never seen', sample('accepted'), undefined],
    ['a document that is still awaited', sample('accepted'), seen({ kind: 'awaiting', documentId: DOCUMENT, since: 1 })],
    ['a refusal of what should be accepted', sample('accepted'), seen({ kind: 'refused', ...RESULT, reason: null })],
    ['a refusal without the reason given', sample('refused', 'Illisible'), seen({ kind: 'refused', ...RESULT, reason: null })],
    ['another problem', sample('unfit', 'password'), seen({ kind: 'unfit', by: 'intray', problem: { kind: 'blank' } })],
    ['a second document for a copy', sample('duplicate'), seen({ kind: 'accepted', ...RESULT, reason: null })],
    ['a scan that was taken for a copy', sample('accepted'), seen({ kind: 'accepted', ...RESULT, reason: null }, '/other.pdf')],
  ] as const)('fails on %s', (_what, what, how) => {
    expect(judge(what, how).wrong).not.toBeNull();
  });

  test('takes a copy that is linked to the file before', () => {
    const verdict = judge(sample('duplicate'), seen({ kind: 'accepted', ...RESULT, reason: null }, '/first.pdf'));
    expect(verdict).toMatchObject({ wrong: null, reason: 'same as first.pdf' });
  });
});

function sample(ending: Ending, reason: string | null = null): Sample {
  return { from: '/a.pdf', name: 'a.pdf', importType: 'purchase-invoices', ending, reason };
}

function seen(state: unknown, first = '/a.pdf'): Seen {
  const item: Item = itemSchema.parse({
    id: DOCUMENT,
    companyId: DOCUMENT,
    importType: 'purchase-invoices',
    sha256: null,
    bytes: 1,
    mediaType: null,
    name: 'a.pdf',
    sentName: 'a.pdf',
    integrationId: null,
    reference: null,
    resubmission: 0,
    attempts: 0,
    sentElsewhere: false,
    foundAt: 1,
    receivedAt: null,
    state,
    stateSince: 1,
  });
  return { path: '/a.pdf', item, first };
}
