import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import type { MediaType } from '#shared/contract/media-types.ts';

const FILES = new URL('../../support/files/', import.meta.url);
const file = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(name, FILES)));
const decode = (mediaType: MediaType, content: Uint8Array<ArrayBuffer>) => decodeInThread({ mediaType, content });

describe('the decoder of uploaded files', () => {
  it('counts the pages of a PDF, and measures the first one in points', async () => {
    const decoded = await decode('application/pdf', file('facture-trois-feuilles.pdf'));
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect([decoded.pages, Math.round(decoded.width), Math.round(decoded.height)]).toEqual([3, 596, 843]);
  });

  it('measures pictures in dots', async () => {
    const png = file('note-de-restaurant.png');
    const view = new DataView(png.buffer);
    expect(await decode('image/png', png)).toEqual({ pages: 1, width: view.getUint32(16), height: view.getUint32(20) });
    const bmp = file('recu-de-timbres.bmp');
    const header = new DataView(bmp.buffer);
    expect(await decode('image/bmp', bmp)).toEqual({ pages: 1, width: header.getInt32(18, true), height: header.getInt32(22, true) });
    expect(await decode('image/jpeg', file('ticket-de-parking.jpg'))).toMatchObject({ pages: 1, width: expect.any(Number) as number });
  });

  it.each([
    ['application/pdf', 'sans-page.pdf', 'Invalid page request.'],
    ['application/pdf', 'protege.pdf', 'No password given'],
    ['application/pdf', 'coupe.pdf', 'Invalid PDF structure.'],
    ['image/jpeg', 'coupe.jpg', 'It has no end.'],
    ['image/png', 'coupe.png', 'There are some read requests waitng on finished stream'],
    ['image/bmp', 'coupe.bmp', 'Dots are missing.'],
  ] as const)('finds a fault in %s %s', async (mediaType, name, fault) => {
    expect(await decode(mediaType, file(name))).toEqual({ fault });
  });

  it('decodes the pictures of a PDF too', async () => {
    const { PDFDocument } = await import('pdf-lib');
    const document = await PDFDocument.create();
    document.addPage([200, 300]).drawImage(await document.embedJpg(file('ticket-de-parking.jpg')));
    const pdf = await document.save({ useObjectStreams: false });
    expect(await decode('application/pdf', pdf.slice())).toEqual({ pages: 1, width: 200, height: 300 });
    const damaged = pdf.slice();
    const picture = Buffer.from(damaged.buffer).indexOf('ffd8ff', undefined, 'hex');
    damaged.fill(0, picture, picture + 1_000);
    expect(await decode('application/pdf', damaged)).toEqual({ fault: 'A picture of page 1 cannot be decoded.' });
  });

  it('answers for bytes that are nothing', async () => {
    for (const mediaType of ['application/pdf', 'image/jpeg', 'image/png', 'image/bmp'] as const) {
      expect(await decode(mediaType, new Uint8Array(60))).toEqual({ fault: expect.stringMatching(/\w/) as string });
    }
  });
});
