import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { FILE_BYTES_MAX, FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { recordingLog, seededRandom } from '#test/support/virtual-world.ts';
import { damagedOf, DAMAGES } from '#test/conversions/damaged/damage.ts';
import { aConnectedEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';

const parts = realParts();
/** Of the sample, as test/support/make-files made it. */
const PASSWORD = 'specimen';
const PROGRAM = new URL('../../electron/conversion/process/main.ts', import.meta.url);

const found = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, '../support/conversions', name));

/** A company with a folder, and the process that converts. */
async function aFolder() {
  const converter = forkedConverter({ clock: nodeClock(), log: recordingLog(), file: PROGRAM });
  onTestFinished(() => converter.end());
  const all = await aConnectedEngine(parts(), { converter });
  /** Puts a file there, which is unfit. */
  const put = async (name: string, bytes: Uint8Array): Promise<string> => {
    writeFileSync(join(all.scans, name), bytes);
    await all.engine.until(({ counts }) => counts.unfit === 1);
    const [item] = (await all.engine.client.items.list({ limit: 9 })).items;
    if (item === undefined) throw new Error('it was not found');
    return item.id;
  };
  return { ...all, put };
}

/** A photograph with the noise of a sensor, which hardly compresses. */
function aLargePhoto(): Uint8Array {
  const [width, height] = [2_000, 2_600];
  const random = seededRandom(7);
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 1) data[at] = at % 4 === 3 ? 255 : 96 + 128 * random.fraction();
  return new Uint8Array(jpeg.encode({ data, width, height }, 95).data);
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a file that the service does not take, with the real process that converts, and the service', () => {
  it('is made smaller where it is too large: what is sent is what was made, and within the limit', async () => {
    const photo = aLargePhoto();
    expect(photo.byteLength).toBeGreaterThan(FILE_BYTES_MAX);
    const { engine, put, documents } = await aFolder();
    const id = await put('IMG_0001.jpg', photo);
    const made = JSON.parse((await runIn(engine, 'documents', 'convert', id, '--send', '--json')).printed);
    expect(made).toMatchObject({ became: 'sent', conversion: { mediaType: 'image/jpeg', pages: 1, from: 'jpeg' } });
    expect(made.conversion.bytes).toBeLessThanOrEqual(FILE_BYTES_SAFE);
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toMatchObject([{ filename: 'IMG_0001.jpg', sha256: made.conversion.sha256 }]);
  });

  it('is opened by its password where it is protected', async () => {
    const { engine, put, documents, scans } = await aFolder();
    const bytes = readFileSync(sampleFiles.password.path);
    const id = await put('Relevé.pdf', bytes);
    const convert = (input: string, ...more: string[]) => runIn({ ...engine, input }, 'documents', 'convert', id, ...more);
    expect(await convert('')).toMatchObject({ exit: 1, complained: expect.stringContaining('--password asks for it') });
    expect(await convert('wrong\n', '--password')).toMatchObject({ exit: 1, complained: expect.stringContaining('not with this one') });
    const made = JSON.parse((await convert(`${PASSWORD}\n`, '--password', '--send', '--json')).printed);
    expect(made).toMatchObject({ became: 'sent', conversion: { mediaType: 'application/pdf', from: 'pdf' } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toMatchObject([{ filename: 'Relevé.pdf', sha256: made.conversion.sha256 }]);
    expect(hashOf(readFileSync(join(scans, 'Relevé.pdf')))).toBe(hashOf(bytes));
  });
});

describe('a folder that converts by itself, with the real process that converts, and the service', () => {
  it('sends the scans that are whole, and asks about each damaged one, and about a file in which no damage would show', {
    timeout: 300_000,
  }, async () => {
    const { engine, scans, documents } = await aFolder();
    expect(await runIn(engine, 'folders', 'change', '--convert', 'photos,tiff,too-large', scans)).toMatchObject({ exit: 0 });
    const g4 = found('found/g4.tiff');
    const sha256 = hashOf(g4);
    const asked = new Map(['g4-hole512.tiff', 'zero-tail.heic', 'zero-tail.webp'].map((name) => [name, found(`found/${name}`)]));
    asked.set('nobody-knows.webp', found('lossy.webp'));
    for (const damage of DAMAGES) {
      const copy = damagedOf(g4, { damage, sha256, other: found('g4.tiff') });
      if (copy !== null) asked.set(`${damage}.tiff`, copy);
    }
    const whole = new Map([
      ['whole.tiff', g4],
      ['whole.heic', found('thumbnail.heic')],
    ]);
    let put = 0;
    for (const [name, bytes] of [...asked, ...whole]) {
      writeFileSync(join(scans, name), bytes);
      put += 1;
      await engine.until(({ counts }) => counts.unfit + counts.awaiting === put);
    }
    const { items } = await engine.client.items.list({ limit: 99 });
    const unfit = items.filter(({ state }) => state.kind === 'unfit').map(({ name }) => name);
    expect(unfit.toSorted()).toEqual([...asked.keys()].toSorted());
    expect(new Set((await documents()).map(({ filename }) => filename))).toEqual(new Set(['whole.jpg', 'whole.pdf']));
  });
});
