import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { drawPages } from '#electron/register/draw-pages.ts';
import { registerWords } from '#electron/register/register-words.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { anItem, CONVERSION, NOW } from '#test/unit/shared/domain/items.ts';

const LOOK = { language: 'en', locale: 'en-GB', timeZone: 'UTC' } as const;
const FONT = `${import.meta.dirname}/../../../../build/fonts/DejaVuSansCondensed.ttf`;

/** What can be read on the pages of a register of this one document. */
async function readable(changes: Partial<Item>): Promise<string> {
  const ask = drawPages();
  const rows = [registerWords(LOOK).rowOf(anItem(changes), 'Bakery')];
  const font = new Uint8Array(readFileSync(FONT));
  const begun = await ask({ kind: 'begin', font, look: LOOK, about: { title: 'Register', madeAt: new Date(NOW) } });
  const drawn = [...begun, ...(await ask({ kind: 'rows', rows })), ...(await ask({ kind: 'end' }))];
  const task = getDocument({ data: new Uint8Array(Buffer.concat(drawn)), verbosity: 0 });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

it('names what was sent in place of a file, with both fingerprints', async () => {
  const text = await readable({ sentName: 'facture.v2.pdf', conversion: CONVERSION, attempts: 1 });
  expect(text).toContain(`SHA-256 ${anItem().sha256}`);
  expect(text).toContain('Sent as: facture.v2.pdf, a PDF made by Intray (2 pages, 30 kB)');
  expect(text).toContain(`SHA-256 of the version ${CONVERSION.sha256}`);
});

it('has no such line of a file that was sent as it is', async () => {
  expect(await readable({ attempts: 1 })).not.toContain('Sent as');
});

it('says that what another computer sent in place of a file is not known', async () => {
  const text = await readable({ mediaType: null, sentElsewhere: true });
  expect(text).toContain('Sent as: Not known: another computer or an earlier installation sent it.');
  expect(text).toContain('SHA-256 of the version Not known');
});
