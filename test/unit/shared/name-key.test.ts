import { expect, it } from 'vitest';
import { nameKey } from '#shared/lib/file-names.ts';

const inOrder = (names: readonly string[]) => names.toSorted((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1));

it.each([
  ['numbers compare by their value', ['scan 2.pdf', 'Scan 10.pdf', 'scan 100.pdf']],
  ['case and accents do not matter', ['Éclair.pdf', 'edf.pdf', 'Été.pdf', 'facture.pdf', 'Œuf.pdf', 'orange.pdf']],
  ['a name comes before the same name with something added', ['scan.pdf', 'scan 2.pdf', 'scan b.pdf']],
  ['zeros in front change nothing', ['IMG_0009.jpg', 'img_10.jpg', 'IMG_0011.jpg']],
  ['the same name in another format follows it', ['scan.jpg', 'scan.pdf', 'scan 1.jpg']],
  ['a dot within a name ends nothing', ['v1.2 a.pdf', 'v1.10 a.pdf']],
])('%s', (_, names) => {
  expect(inOrder(names.toReversed())).toEqual(names);
  expect(inOrder(names)).toEqual(names);
});

it('a number of any length is compared without failing', () => {
  expect(inOrder(['9'.repeat(150), '1'.repeat(120), '5'])).toEqual(['5', '1'.repeat(120), '9'.repeat(150)]);
});
