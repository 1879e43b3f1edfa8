import { describe, expect, it } from 'vitest';
import { lenientText } from '#shared/service-client/read-event.ts';

describe('bytes that should be UTF-8', () => {
  it('are what they say, with or without a mark in front', () => {
    const text = 'Facture à vérifier 😀 €';
    expect(lenientText(Buffer.from(text))).toEqual({ text, marked: false, isUtf8: true });
    expect(lenientText(Buffer.from(`\u{FEFF}${text}`))).toEqual({ text, marked: true, isUtf8: true });
  });

  it('are read byte by byte where they are none, and the rest of them stays as it is', () => {
    expect(lenientText(Buffer.from('refusé : montant', 'latin1'))).toEqual({ text: 'refusé : montant', marked: false, isUtf8: false });
    const cut = Buffer.concat([Buffer.from('déjà 😀 é').subarray(0, -1), Buffer.from('"}')]);
    expect(lenientText(cut)).toEqual({ text: 'déjà 😀 Ã"}', marked: false, isUtf8: false });
    expect(lenientText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toEqual({ text: 'aÿ', marked: true, isUtf8: false });
  });
});
