import { describe, expect, it } from 'vitest';
import { verdictOf } from '#test/conversions/pixels/row.ts';

const DAMAGED = '{"kind":"damaged"}';
const CONTENT = '{"kind":"unsure","about":"content"}';

type Verdict = 'right' | 'wrong' | 'disputed' | 'unread';

function verdict(pages: readonly Verdict[], remarks: readonly string[] = [], counted: number | null = pages.length): string {
  const compared = pages.map((one, at) => ({ verdict: one, differences: [], page: at + 1 }));
  const common = { outcome: 'made', mediaType: 'application/pdf', seconds: 1, isReadable: true };
  return verdictOf({ measured: { ...common, remarks, pages: counted, pagesMade: pages.length, compared } });
}

describe('the verdict on a file', () => {
  it('is that on its worst page, and wrong where others count another number of pages', () => {
    expect(verdict(['right', 'right'])).toBe('right');
    expect(verdict(['right', 'disputed', 'wrong'])).toBe('wrong');
    expect(verdict(['unread', 'disputed'])).toBe('disputed');
    expect(verdict(['right'], [], 2)).toBe('wrong');
  });

  it('says of a wrong version that it was said, but not by what is said of each file of its kind', () => {
    expect(verdict(['wrong'], [CONTENT, DAMAGED])).toBe('said');
    expect(verdict(['right'], [DAMAGED])).toBe('right');
    expect(verdict(['wrong'], [CONTENT])).toBe('wrong');
  });
});
