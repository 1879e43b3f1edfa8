import { describe, expect, it } from 'vitest';
import { isInDoubt, remarkText, withheldText } from '#renderer/document/conversion/remark-text.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { type Remark, UNSURE_ABOUT } from '#shared/domain/item/conversion/remark.ts';
import { translator } from '#shared/i18n/translate.ts';

const AGAINST: readonly Remark[] = [
  { kind: 'damaged' },
  { kind: 'one-of', pictures: 3 },
  ...UNSURE_ABOUT.map((about): Remark => ({ kind: 'unsure', about })),
];

describe.each(['en', 'fr'] as const)('what to know of a version: %s', (language) => {
  const i18n = { t: translator(language) } as I18n;

  it('is a sentence of its own for each remark, with what the person can do', () => {
    const texts = [...AGAINST, { kind: 'actions-removed' } as const].map((remark) => remarkText(remark, i18n));
    expect(new Set(texts.map(({ what }) => what)).size).toBe(texts.length);
    for (const { what, next } of texts) expect([what, next].every((text) => text.endsWith('.'))).toBe(true);
    expect(remarkText({ kind: 'one-of', pictures: 3 }, i18n).what).toContain('3');
  });

  it('is said once for each reason why it was not sent, and never that programs were taken out', () => {
    const said = withheldText([{ kind: 'actions-removed' }, { kind: 'damaged' }, { kind: 'damaged', part: 1 }], i18n);
    expect(said).toBe(i18n.t('conversion.withheld.damaged'));
    for (const remark of AGAINST) expect(withheldText([remark], i18n)).not.toBe('');
  });
});

it('a version is in doubt where some of it may be missing unseen, not where other pictures are left out', () => {
  expect(AGAINST.filter((remark) => isInDoubt([remark])).map(({ kind }) => kind)).toEqual([
    'damaged',
    'unsure',
    'unsure',
    'unsure',
    'unsure',
  ]);
  expect(isInDoubt([{ kind: 'actions-removed' }])).toBe(false);
  expect(isInDoubt(undefined)).toBe(false);
});
