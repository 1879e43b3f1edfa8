import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from '#sandbox/imports/invoice-form.ts';
import { concat, utf8 } from '#shared/lib/bytes.ts';
import { SCANS } from '#test/contract/fixtures/scans.ts';

describe('mediaTypeOf', () => {
  it.each([
    ['a PDF', SCANS.pdf, 'application/pdf'],
    ['a JPEG', SCANS.jpeg, 'image/jpeg'],
    ['a PNG', SCANS.png, 'image/png'],
    ['a BMP', SCANS.bmp, 'image/bmp'],
    ['a PDF after 1,000 bytes of something else', concat([new Uint8Array(1_000), SCANS.pdf]), 'application/pdf'],
    ['a PDF after 1,024 bytes of something else', concat([new Uint8Array(1_024), SCANS.pdf]), null],
    ['a text', SCANS.text, null],
    ['a text that begins with BM', utf8('BM'), null],
    ['a GIF', utf8('GIF89a'), null],
    ['nothing', new Uint8Array(), null],
  ])('knows %s by its content', (_, bytes, expected) => {
    expect(mediaTypeOf(bytes)).toBe(expected);
  });
});
