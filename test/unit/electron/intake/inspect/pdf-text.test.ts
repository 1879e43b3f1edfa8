import { array, assert, constantFrom, nat, property } from 'fast-check';
import { expect, it } from 'vitest';
import { PdfText } from '#electron/intake/inspect/pdf/pdf-text.ts';

it('finds and cuts out what a text of one character a byte would', () => {
  const bytes = array(constantFrom(0, 10, 37, 47, 67, 79, 111, 200, 255), { maxLength: 60 });
  const words = constantFrom('/C', 'Co', '%%', '\u00c8\u00ff', 'o');
  assert(
    property(bytes, words, nat(70), nat(70), (values, word, from, to) => {
      const around = Uint8Array.from([79, 47, ...values, 37, 67]);
      const [text, plain] = [new PdfText(around.subarray(2, 2 + values.length)), String.fromCharCode(...values)];
      expect([text.indexOf(word, from), text.lastIndexOf(word, from), text.indexOf(word) >= 0]).toEqual([
        plain.indexOf(word, from),
        plain.lastIndexOf(word, from),
        plain.includes(word),
      ]);
      expect([text.slice(from, to), text.slice(0, text.length), text.length]).toEqual([
        plain.slice(from, Math.max(from, to)),
        plain,
        plain.length,
      ]);
      expect(text.codeAt(from)).toBe(plain.charCodeAt(from));
    }),
  );
});

it('ends where the last byte is that shows something', () => {
  const text = new PdfText(Buffer.from('x\r\n \0\t'));
  expect([text.endOfContent(0), text.endOfContent(1), text.endOfContent(4)]).toEqual([1, 1, 4]);
});
