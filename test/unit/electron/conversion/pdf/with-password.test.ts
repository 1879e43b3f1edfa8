import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import { sample } from '../a-conversion.ts';
import { fit, fitted, readText } from './a-pdf.ts';

function locked(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../../support/locked-pdfs/${name}.pdf`, import.meta.url)));
}

const CIPHERS = ['r2', 'r3', 'r4-aes', 'r4-metadata', 'r5', 'r6', 'r6-stream'];

async function isEncrypted(bytes: Uint8Array): Promise<boolean> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  return document.isEncrypted;
}

describe('a PDF with a password', () => {
  it.each(CIPHERS)('is opened with it: %s', async (cipher) => {
    const made = await fit(locked(`closed-${cipher}`), { password: 'secret' });
    if (!made.ok) throw new Error(made.failure);
    expect(await isEncrypted(made.value.bytes)).toBe(false);
    expect(await readText(made.value.bytes)).toEqual(await readText(await fitted(locked(`open-${cipher}`))));
    expect({ ...made.value, bytes: null }).toEqual({ bytes: null, mediaType: 'application/pdf', pages: 1, tools: ['qpdf'] });
  });

  it.each(CIPHERS)('is not opened without it, or with another one: %s', async (cipher) => {
    for (const password of [null, '', 'Secret', 'secret ', 'secret\0']) {
      expect(await fit(locked(`closed-${cipher}`), { password })).toEqual(fail('password-wrong'));
    }
  });

  it('that is only needed for changes is opened by anybody', async () => {
    expect(await isEncrypted(locked('open-r6'))).toBe(true);
    for (const password of [null, 'anything']) expect(await isEncrypted(await fitted(locked('open-r6'), { password }))).toBe(false);
  });

  it.each([
    ['accents-r3.pdf', 'été'],
    ['accents-r4.pdf', 'été'],
    ['accents-r6.pdf', 'été€'],
    ['euro-r2.pdf', '5 €'],
  ])('may be opened with letters of any encoding, however they were typed: %s', async (name, password) => {
    const [composed, decomposed] = [
      await fitted(sample(name), { password }),
      await fitted(sample(name), { password: password.normalize('NFD') }),
    ];
    expect(await readText(composed)).toEqual(['Facture 4711']);
    expect(decomposed).toEqual(composed);
    expect(await fit(sample(name), { password: 'ete' })).toEqual(fail('password-wrong'));
  });

  it('gives the same bytes each time, none of which are the password', async () => {
    for (const cipher of CIPHERS) {
      const [first, second] = [
        await fitted(locked(`closed-${cipher}`), { password: 'secret' }),
        await fitted(locked(`closed-${cipher}`), { password: 'secret' }),
      ];
      expect(second).toEqual(first);
      expect(Buffer.from(first).includes('secret')).toBe(false);
    }
  });

  it('keeps its attachments, unless it is also too large', async () => {
    const bytes = await fitted(sample('locked-attachment.pdf'), { password: 'secret' });
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(document.catalog.lookup(PDFName.of('Names'))?.toString()).toContain('EmbeddedFiles');
    expect(await readText(bytes)).toEqual(['Facture 4711']);
    expect(await fit(sample('locked-attachment.pdf'), { password: 'secret', bytesMax: bytes.byteLength - 1 })).toEqual(
      fail('has-attachments'),
    );
  });

  it('and a signature is left alone', async () => {
    expect(await fit(sample('locked-signed.pdf'), { password: 'secret' })).toEqual(fail('signed'));
  });

  it('leaves nothing on the console and no exit code of the process', async () => {
    const said: unknown[] = [];
    const { console: before } = globalThis;
    globalThis.console = { ...before, log: (text: unknown) => void said.push(text), error: (text: unknown) => void said.push(text) };
    await fit(locked('closed-r6'), { password: 'wrong' });
    globalThis.console = before;
    expect(said).toEqual([]);
    expect(process.exitCode).toBe(undefined);
  });
});
