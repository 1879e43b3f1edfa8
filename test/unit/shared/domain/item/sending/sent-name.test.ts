import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { filenameFault } from '#shared/contract/filename.ts';
import { FILENAME_MAX } from '#shared/contract/limits.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { isDeviceName } from '#shared/lib/file-names.ts';
import { utf8 } from '#shared/lib/bytes.ts';

/** Made from numbers, because fast-check's own table of all characters takes seconds to build. Lone surrogates are included. */
const codePoints = fc
  .oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code));
const mediaTypes = fc.constantFrom(...(Object.keys(MEDIA_TYPES) as MediaType[]));

describe('the name a file is sent under', () => {
  it.each([
    ['facture.pdf', 'facture.pdf'],
    ['FACTURE.PDF', 'FACTURE.pdf'],
    ['facture.jpg', 'facture.pdf'],
    ['releve.2024-01', 'releve.2024-01.pdf'],
    ['Rec\u0327u e\u0301te\u0301.pdf', 'Reçu été.pdf'],
    ['fac\u202eture\u0007.pdf', 'facture.pdf'],
    ['a/b\\c.pdf', 'a_b_c.pdf'],
    ['  .pdf', 'document.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['con', '_con.pdf'],
    ['Nul .jpg', '_Nul.pdf'],
    ['aux.2024.pdf', '_aux.2024.pdf'],
    ['aux .2024.pdf', '_aux .2024.pdf'],
    ['PRN.pdf', '_PRN.pdf'],
    ['com0.pdf', '_com0.pdf'],
    ['LPT9.pdf', '_LPT9.pdf'],
    ['COM¹.pdf', '_COM¹.pdf'],
    ['lpt³.pdf', '_lpt³.pdf'],
    ['CONIN$.pdf', '_CONIN$.pdf'],
    ['conout$.pdf', '_conout$.pdf'],
    [`CON${' '.repeat(200)}x.pdf`, '_CON.pdf'],
    ['contrat.pdf', 'contrat.pdf'],
    ['COM10.pdf', 'COM10.pdf'],
    ['facture-aux.pdf', 'facture-aux.pdf'],
    ['<a>:"b"|c?*.pdf', '_a___b__c__.pdf'],
    ['≮<\u0338.pdf', '≮_\u0338.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
  ])('of %j is %j', (name, sent) => {
    expect(sentName(name, 'application/pdf')).toBe(sent);
  });

  it('keeps the other ending of a JPEG', () => {
    expect(sentName('ticket.JPEG', 'image/jpeg')).toBe('ticket.jpeg');
  });

  it('is shortened between letters as people see them', () => {
    const sent = sentName(`${'é'.repeat(57)}👨‍👩‍👧.pdf`, 'application/pdf');
    expect(sent).toBe(`${'é'.repeat(57)}.pdf`);
  });

  it('keeps the rule of the service whatever the name was, and does not change when it is asked again', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(codePoints, fc.constantFrom('.', 'é', '\u0301', '\u202e', '/', 'pdf', '.pdf', 'CON', ' ', ':', '👨‍👩‍👧')),
          maxLength: 200,
        }),
        mediaTypes,
        (name, mediaType) => {
          const sent = sentName(name, mediaType);
          expect(filenameFault(sent)).toBeNull();
          expect(utf8(sent).byteLength).toBeLessThanOrEqual(FILENAME_MAX);
          expect(sent.normalize('NFC')).toBe(sent);
          expect(sent).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\<>:"|?*]/u);
          expect(isDeviceName(sent)).toBe(false);
          expect(sentName(sent, mediaType)).toBe(sent);
        },
      ),
      { numRuns: 500 },
    );
  });
});
