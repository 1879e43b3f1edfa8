import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from '../../a-connected-engine.ts';
import { runIn } from '../run-in.ts';

const parts = realParts();

describe('an unfit photo, on the command line', () => {
  it('is made into what the service takes, and sent only if that is said', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    // The sandbox looks at the first bytes.
    converter.version = '%PDF-1.7 made';
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const [item] = (await engine.client.items.list({ limit: 9 })).items;
    if (item === undefined) throw new Error('it was not found');
    const { id } = item;
    const made = Buffer.concat([Buffer.from('%PDF-1.7 made:'), readFileSync(sampleFiles.heic.path)]);
    const sha256 = createHash('sha256').update(made).digest('hex');
    const convert = (...more: string[]) => runIn(engine, 'documents', 'convert', id, ...more);

    const looked = await convert();
    expect(looked).toMatchObject({
      exit: 0,
      printed: expect.stringContaining(`2 pages, ${made.byteLength} bytes, from the HEIC. SHA-256: ${sha256}`),
    });
    expect(looked.printed).toContain(`intray documents convert ${id} --send`);
    expect(engine.app.overview().counts).toMatchObject({ unfit: 1, waiting: 0 });
    const pieces: Buffer[] = [];
    for await (const piece of await engine.client.items.conversionBytes({ itemId: id })) {
      if (piece.kind === 'piece') pieces.push(Buffer.from(piece.base64, 'base64'));
    }
    expect(Buffer.compare(Buffer.concat(pieces), made)).toBe(0);

    converter.fault = 'too-many-pages';
    expect(await convert('--send')).toMatchObject({ exit: 1, complained: expect.stringContaining('too many pages') });
    converter.fault = null;
    const sent = await convert('--send', '--json');
    expect(JSON.parse(sent.printed)).toMatchObject({ id, became: 'sent', conversion: { sha256, from: 'heic' } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
    expect(await convert('--send')).toMatchObject({ exit: 1, complained: expect.stringContaining('Nothing can be made') });
    expect(await documents()).toHaveLength(1);
  });

  it('is not sent unseen where some of it may be missing, and its other pictures are made on demand', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    converter.version = '%PDF-1.7 made';
    converter.remarks = [{ kind: 'damaged' }, { kind: 'one-of', pictures: 3 }, { kind: 'actions-removed' }];
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const [item] = (await engine.client.items.list({ limit: 9 })).items;
    if (item === undefined) throw new Error('it was not found');
    const convert = (...more: string[]) => runIn(engine, 'documents', 'convert', item.id, ...more);

    const looked = await convert();
    expect(looked).toMatchObject({ exit: 0, printed: expect.stringContaining('some of it may be missing') });
    expect(looked.printed).toContain('Only 1 of the 3 pictures');
    expect(looked.printed).toContain('JavaScript');
    const withheld = await convert('--send', '--json');
    expect(withheld).toMatchObject({ exit: 1, complained: expect.stringContaining('--all-the-same') });
    expect(JSON.parse(withheld.printed)).toMatchObject({ became: null, conversion: { remarks: converter.remarks } });
    expect(engine.app.overview().counts).toMatchObject({ unfit: 1, waiting: 0 });
    const all = await convert('--all-pictures');
    expect(all.printed).not.toContain('Only 1 of');
    expect(all.printed).toContain(`intray documents convert ${item.id} --all-pictures --send`);
    expect(converter.requests.at(-1)).toMatchObject({ allPictures: true });
    converter.remarks = [{ kind: 'one-of', pictures: 3 }];
    const sent = await convert('--send', '--all-the-same', '--json');
    expect(JSON.parse(sent.printed)).toMatchObject({ became: 'sent', conversion: { remarks: [{ kind: 'one-of', pictures: 3 }] } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
  });
});
