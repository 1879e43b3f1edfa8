import { expect, it } from 'vitest';
import { lastObject } from '#electron/inspect/last-object.ts';

const behind = (text: string, object = 9, generation = 0): string | null => {
  const at = lastObject(Buffer.from(text, 'latin1'), object, generation);
  return at === null ? null : text.slice(at, at + 2);
};

it('finds the last object of a name, however its numbers are parted', () => {
  expect(behind('9 0 obj a\n9 0 obj b')).toBe(' b');
  expect(behind('9 0 obj a 19 0 obj b 9 1 obj c 9 0 object d 9 0 obj_ e 90 obj f 9 0obj g')).toBe(' a');
  expect(behind('x 9\r\n \t0\n obj<<')).toBe('<<');
  expect(behind('9 0 obj')).toBe('');
  expect(behind('12 34 obj a 2 34 obj', 12, 34)).toBe(' a');
});

it('finds none where there is none', () => {
  for (const text of ['', 'obj', '0 obj', ' 0 obj', '8 0 obj', '9 00 obj', '09 0 obj', '9 0 ob'])
    expect([text, behind(text)]).toEqual([text, null]);
});
