import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Decoded } from '#sandbox/decoding/decode-in-thread.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { aCaller, importInvoice, openBench } from '../bench.ts';

const file = (name: string): Blob => new Blob([readFileSync(new URL(`../../support/files/${name}`, import.meta.url))]);

async function sent(switches: SwitchesPatch, name: string) {
  const bench = await openBench({ switches });
  const answer = await importInvoice(bench, await aCaller(bench), { file: file(name), externalReference: 'a' });
  const documents = (await (await bench.control('GET', '/documents')).json()) as { readonly decoded: Decoded | null }[];
  return {
    status: answer.status,
    body: (await answer.json()) as Readonly<Record<string, unknown>>,
    decoded: documents.map((one) => one.decoded),
  };
}

describe('a file that is decoded', () => {
  it('is not, unless the switch says so', async () => {
    expect(await sent({}, 'coupe.jpg')).toMatchObject({ status: 200, decoded: [null] });
  });

  it('is shown with its pages and its size, or with its fault', async () => {
    expect(await sent({ decodesFiles: 'record' }, 'note-de-restaurant.png')).toMatchObject({
      decoded: [{ pages: 1, width: 672, height: 960 }],
    });
    expect(await sent({ decodesFiles: 'record' }, 'coupe.jpg')).toMatchObject({ status: 200, decoded: [{ fault: 'It has no end.' }] });
  });

  it('is refused as invalid if the switch says so, and not recorded', async () => {
    const refused = await sent({ decodesFiles: 'refuse' }, 'coupe.jpg');
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'VALIDATION_ERROR', detail: 'file cannot be read: It has no end.' },
      decoded: [],
    });
    expect(await sent({ decodesFiles: 'refuse' }, 'note-de-restaurant.png')).toMatchObject({ status: 200, decoded: [{ pages: 1 }] });
  });
});
