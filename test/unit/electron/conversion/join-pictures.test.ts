import { describe, expect, it } from 'vitest';
import { joinPictures, type PictureSource } from '#electron/conversion/join-pictures.ts';
import { PAGES_MAX } from '#electron/conversion/picture.ts';
import { TOOLS, toolsText } from '#electron/conversion/tools.ts';
import type { ConvertProgress } from '#shared/ports/converter.ts';
import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { convertHere, converting, kindOf, sample, seenPages } from './a-conversion.ts';
import { readFileSync } from 'node:fs';

function source(name: string, reads: string[] = []): PictureSource {
  return {
    kind: kindOf(name) as PictureKind,
    read: async () => {
      reads.push(name);
      return ok(sample(name));
    },
  };
}

const join = async (
  sources: readonly PictureSource[],
  bytesMax?: number,
  onPage: (at: ConvertProgress) => Promise<void> = async () => undefined,
) => joinPictures(sources, { ...(await converting({ onPage })), ...(bytesMax === undefined ? {} : { bytesMax }) });

const facts = (pages: Awaited<ReturnType<typeof seenPages>>) =>
  pages.map((page) => ({ width: page.width, height: page.height, dot: page.at(3, 3) }));

async function joinedPages(names: readonly string[]) {
  const made = await join(names.map((name) => source(name)));
  if (!made.ok) throw new Error(`not made: ${made.failure.fault}`);
  return seenPages(made.value.bytes, made.value.mediaType);
}

describe('pictures that are joined', () => {
  it('are the pages of one PDF, in their order and each as it would be alone', async () => {
    const names = ['photo.heic', 'three-mixed.tiff', 'turned-6.webp', 'g4.tiff'];
    const together = await joinedPages(names);
    const alone = [];
    for (const name of names) {
      const made = await convertHere(sample(name), kindOf(name));
      if (made.ok) alone.push(...(await seenPages(made.value.bytes, made.value.mediaType)));
    }
    expect(facts(together)).toEqual(facts(alone));
    expect(together).toHaveLength(6);
  });

  it('are in the other order where that is wanted, and give the same bytes each time', async () => {
    const [there, again, back] = await Promise.all([
      join([source('lossy.webp'), source('g4.tiff')]),
      join([source('lossy.webp'), source('g4.tiff')]),
      join([source('g4.tiff'), source('lossy.webp')]),
    ]);
    expect(there).toEqual(again);
    expect(there.ok && back.ok && Buffer.compare(there.value.bytes, back.value.bytes)).not.toBe(0);
    expect(there.ok && there.value).toMatchObject({ mediaType: 'application/pdf', pages: 2 });
    expect(there.ok && toolsText(there.value.tools)).toBe(back.ok && toolsText(back.value.tools));
    expect(there.ok && toolsText(there.value.tools)).toContain('@img/sharp-wasm32 0.35.5');
  });

  it('count their pages together, and say which of them is the reason where nothing is made', async () => {
    const seen: ConvertProgress[] = [];
    await join([source('three-mixed.tiff'), source('g4.tiff')], undefined, async (at) => void seen.push(at));
    expect(seen).toEqual([1, 2, 3, 4].map((page) => ({ page, pages: 4 })));
    const damaged: PictureSource = { kind: 'webp', read: async () => ok(sample('lossy.webp').slice(0, 40)) };
    expect(await join([source('g4.tiff'), damaged])).toEqual(fail({ fault: 'not-understood', source: 1 }));
    const gone: PictureSource = { kind: 'tiff', read: async () => fail('gone') };
    expect(await join([gone, source('g4.tiff')])).toEqual(fail({ fault: 'gone', source: 0 }));
    const many = Array.from({ length: 70 }, () => source('three-mixed.tiff'));
    expect(many.length * 3).toBeGreaterThan(PAGES_MAX);
    expect(await join(many)).toEqual(fail({ fault: 'too-many-pages', source: null }));
  });

  it('become coarser together until they are within the limit, or are not made', async () => {
    const names = ['photo.heic', 'photo.heic'];
    const fine = await join(names.map((name) => source(name)));
    const most = fine.ok ? Math.trunc(fine.value.bytes.byteLength * 0.9) : 0;
    const coarse = await join(
      names.map((name) => source(name)),
      most,
    );
    expect(coarse.ok && coarse.value.bytes.byteLength).toBeLessThanOrEqual(most);
    expect(
      await join(
        names.map((name) => source(name)),
        300,
      ),
    ).toEqual(fail({ fault: 'still-too-large', source: null }));
  });

  it('are read one at a time, and one that changes meanwhile is the reason', async () => {
    const reads: string[] = [];
    await join([source('three-mixed.tiff', reads), source('g4.tiff', reads)]);
    // To count the pages, and to make them.
    expect(reads).toEqual(['three-mixed.tiff', 'g4.tiff', 'three-mixed.tiff', 'g4.tiff']);
    let times = 0;
    const changing: PictureSource = { kind: 'tiff', read: async () => ((times += 1) === 1 ? ok(sample('g4.tiff')) : fail('changed')) };
    expect(await join([source('lossy.webp'), changing])).toEqual(fail({ fault: 'changed', source: 1 }));
  });
});

it('names the versions that are installed', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const installed = (JSON.parse(text) as { readonly devDependencies: Readonly<Record<string, string>> }).devDependencies;
  for (const tool of Object.values(TOOLS)) expect([tool.package, installed[tool.package]]).toEqual([tool.package, tool.version]);
});
