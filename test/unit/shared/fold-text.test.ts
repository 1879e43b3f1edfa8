import { expect, it } from 'vitest';
import { foldText } from '#shared/lib/text/fold-text.ts';

it.each([
  ['Facture Métro_nov.2026.PDF', 'facture metro nov 2026 pdf'],
  ['Me\u0301tro', 'metro'],
  ['ŒUVRE & Cie', 'oeuvre cie'],
  ['Straße – Łódź', 'strasse lodz'],
  ['ＡＢＣ ①', 'abc 1'],
  ['فاتورة رقم ١٢', 'فاتورة رقم ١٢'],
  ['東京-請求書.pdf', '東京 請求書 pdf'],
  ['  --- ', ''],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});
