import { describe, expect, it } from 'vitest';
import { textRuns } from '#electron/register/pdf-pages.ts';

describe('a line of a register on paper', () => {
  it('is one run where everything is read from the left', () => {
    expect(textRuns('Facture n° 12 (copie).pdf')).toEqual(['Facture n° 12 (copie).pdf']);
    expect(textRuns('')).toEqual(['']);
  });

  it('has words from right to left in their own order, numbers in theirs, and what follows behind them', () => {
    expect(textRuns('فاتورة رقم ١٢.pdf')).toEqual(['١', '٢', ' ', 'رقم', ' ', 'فاتورة', '.', 'pdf']);
    expect(textRuns('Scan חשבונית 2026-11 b')).toEqual(['Scan', ' ', ...Array.from('2026-11'), ' ', 'חשבונית', ' ', 'b']);
  });

  it('turns brackets that stand between such words, and no others', () => {
    expect(textRuns('(אב) (גד)').join('|')).toBe('(|גד|)| |(|אב|)');
  });
});
