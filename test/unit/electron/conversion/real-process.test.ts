import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join, join as pathTo } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import { COPY_HEADER_BYTES, copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { ConvertRequest, JoinRequest } from '#shared/ports/converter.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { bmp24, convertHere, converting, greyJpeg, kindOf, noise, plainPng, sample } from './a-conversion.ts';
import { type AnswerDeps, answerJoinRequest, answerRequest, openRequest } from '#electron/conversion/process/answer-request.ts';
import type { ConversionRequest } from '#electron/conversion/process/messages.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

const PROGRAM = new URL('../../../../electron/conversion/process/main.ts', import.meta.url);
const ITEM = '00000000-0000-4000-8000-000000000001' as ItemId;

/** A file that makes a library run for ever is ended after twenty seconds instead of a minute. */
const clock: Clock = { ...nodeClock(), sleep: (milliseconds, stop) => nodeClock().sleep(milliseconds / 3, stop) };

function converter(file = PROGRAM, by = clock) {
  const root = tempFolder();
  const made = forkedConverter({ clock: by, log: recordingLog(), file });
  onTestFinished(() => made.end());
  const copy = pathTo(root, 'copy');
  const request = (bytes: Uint8Array, name: string): ConvertRequest => {
    writeFileSync(pathTo(root, name), bytes);
    return {
      path: pathTo(root, name),
      root,
      sha256: hex(nodeSha256([bytes])),
      kind: kindOf(name),
      password: null,
      copy: { path: copy, itemId: ITEM },
    };
  };
  const converted = (of: ConvertRequest, stop = new AbortController().signal) => made.convert(of, { progress: () => undefined, stop });
  const joined = (of: JoinRequest) => made.join(of, { progress: () => undefined, stop: new AbortController().signal });
  return { root, copy, request, converted, joined };
}

const sourceOf = ({ path, root, sha256, kind }: ConvertRequest): JoinRequest['sources'][number] => ({
  path,
  root,
  sha256,
  kind: kind === 'pdf' ? 'jpeg' : kind,
});

describe('the process that converts', () => {
  it('writes the copy with its header, and says what is in it', async () => {
    const { copy, request, converted } = converter();
    for (const name of ['three-mixed.tiff', 'lossy.webp', 'photo.heic', 'photo.avif', 'baseline.jpg', 'rgb8.png', 'palette4.bmp']) {
      const told = await converted(request(sample(name), name));
      const here = await convertHere(sample(name), kindOf(name));
      if (!told.ok || !here.ok) throw new Error('not converted');
      const written = readFileSync(copy).subarray(0, COPY_HEADER_BYTES + told.value.bytes);
      expect(written.subarray(0, COPY_HEADER_BYTES)).toEqual(Buffer.from(copyHeader(ITEM, told.value.bytes)));
      expect(written.subarray(COPY_HEADER_BYTES)).toEqual(Buffer.from(here.value.bytes));
      expect(told.value).toMatchObject({ sha256: hex(nodeSha256([here.value.bytes])), from: kindOf(name), pages: here.value.pages });
    }
  });

  it('joins files into one PDF, and says which of them is the reason where it does not', async () => {
    const { root, copy, request, joined } = converter();
    const sources = ['photo.heic', 'g4.tiff', 'lossy.webp'].map((name) => request(sample(name), name));
    const told = await joined({ kind: 'joined', sources: sources.map(sourceOf), copy: { path: copy, itemId: ITEM } });
    if (!told.ok) throw new Error('not joined');
    const written = readFileSync(copy).subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + told.value.bytes);
    expect(told.value).toMatchObject({ sha256: hex(nodeSha256([written])), from: 'joined', pages: 3, mediaType: 'application/pdf' });
    expect(told.value.tools).toMatch(/libheif-js .*@img\/sharp-wasm32|@img\/sharp-wasm32 .*libheif-js/);
    rmSync(pathTo(root, 'g4.tiff'));
    const without = await joined({ kind: 'joined', sources: sources.map(sourceOf), copy: { path: copy, itemId: ITEM } });
    expect(without).toEqual(fail({ fault: 'gone', source: 1 }));
  });

  it('says what is the matter with the file', async () => {
    const { root, request, converted } = converter();
    const of = request(sample('g4.tiff'), 'a.tiff');
    expect(await converted({ ...of, sha256: '00' })).toEqual(fail('changed'));
    expect(await converted({ ...of, root: tempFolder() })).toEqual(fail('unreadable'));
    expect(await converted({ ...of, copy: { path: pathTo(root, 'no', 'folder'), itemId: ITEM } })).toEqual(fail('broken'));
    rmSync(of.path);
    expect(await converted(of)).toEqual(fail('gone'));
  });

  it('makes a page of A4 at 600 dpi smaller within its limit of memory', async () => {
    const [width, height] = [4_960, 7_016];
    const { request, converted } = converter(PROGRAM, nodeClock());
    const paper = noise(width * 3 + 1_000).map((value) => 240 + (value >> 5));
    const row = (y: number): Uint8Array => paper.subarray(y % 1_000);
    const png = plainPng({ width, height, depth: 8, colour: 2 }, row);
    expect(png.byteLength).toBeGreaterThan(FILE_BYTES_SAFE);
    expect(await converted(request(png, 'a.png'))).toMatchObject({ ok: true, value: { from: 'png' } });
    expect(await converted(request(bmp24(width, height, row), 'a.bmp'))).toMatchObject({ ok: true, value: { from: 'bmp' } });
    const jpeg = greyJpeg(width, height);
    expect(await converted(request(jpeg, 'a.jpg'))).toMatchObject({ ok: true, value: { from: 'jpeg', mediaType: 'image/jpeg' } });
  });

  it('is ended when it needs too much memory, even while it is busy', async () => {
    const { request, converted } = converter(new URL('a-hungry-process.ts', import.meta.url));
    expect(await converted(request(sample('g4.tiff'), 'g4.tiff'))).toEqual(fail('too-much-memory'));
  });

  it('is ended when the person stops it', async () => {
    const { request, converted } = converter(new URL('a-hanging-process.ts', import.meta.url));
    const stop = new AbortController();
    const told = converted(request(sample('g4.tiff'), 'g4.tiff'), stop.signal);
    setImmediate(() => stop.abort());
    expect(await told).toEqual(fail('stopped'));
  });

  it('is reported as a fault of ours when it cannot be started', async () => {
    const { request, converted } = converter(new URL('no-such-program.ts', import.meta.url));
    expect(await converted(request(sample('g4.tiff'), 'g4.tiff'))).toEqual(fail('broken'));
  });
});

/** A picture in a folder, and what a process may convert that lacks its limits of memory. */
async function limited(most: (bytes: number) => number) {
  const root = tempFolder();
  const bytes = sample('g4.tiff');
  writeFileSync(join(root, 'a.tiff'), bytes);
  const copy = { path: join(root, 'copy'), itemId: '00000000-0000-4000-8000-000000000001' as ItemId };
  const source = { path: join(root, 'a.tiff'), root, sha256: hex(nodeSha256([bytes])), kind: 'tiff' as const };
  const by = async (request: ConversionRequest): Promise<AnswerDeps> => {
    const opened = await openRequest(request);
    if (!opened.ok) throw new Error(opened.failure.fault);
    return {
      ...opened.value,
      digest: nodeDigest,
      ...(await converting()),
      sourceBytesMax: most(bytes.byteLength),
    };
  };
  const one = { ...source, password: null, copy };
  const joined = { kind: 'joined', sources: [source, source], copy } as const;
  return { root, one: await answerRequest(one, await by(one)), joined: (await answerJoinRequest(joined, await by(joined))).answer };
}

it('a file, or several together, that are larger than the process may convert are left', async () => {
  expect(await limited((bytes) => bytes - 1)).toMatchObject({ one: fail('too-much-memory'), joined: fail('too-much-memory') });
  expect(await limited((bytes) => bytes)).toMatchObject({ one: { ok: true }, joined: fail('too-much-memory') });
  expect(await limited((bytes) => 2 * bytes)).toMatchObject({ one: { ok: true }, joined: { ok: true } });
});

/** Open files of this process below a folder. */
function openBelow(root: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(root) ? [path] : [];
    } catch {
      // It was the one that listed these.
      return [];
    }
  });
}

describe('of the files of a request', unless(NO_PROC), () => {
  it.each([
    ['was converted', (bytes: number) => 2 * bytes],
    ['was not', (bytes: number) => bytes - 1],
  ] as const)('none is open any more when it %s', async (_what, most) => {
    expect(openBelow((await limited(most)).root)).toEqual([]);
  });

  it('none stays open when another cannot be opened', async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'a.tiff'), sample('g4.tiff'));
    const source = { path: join(root, 'a.tiff'), root, sha256: '', kind: 'tiff' as const };
    const itemId = '00000000-0000-4000-8000-000000000001' as ItemId;
    const copy = { path: join(root, 'copy'), itemId };
    const gone = { ...source, path: join(root, 'b.tiff') };
    expect(await openRequest({ kind: 'joined', sources: [source, gone], copy })).toEqual(fail({ fault: 'gone', source: 1 }));
    const nowhere = { path: join(root, 'none', 'copy'), itemId };
    expect(await openRequest({ kind: 'joined', sources: [source], copy: nowhere })).toEqual(fail({ fault: 'broken', source: null }));
    expect(openBelow(root)).toEqual([]);
  });
});
