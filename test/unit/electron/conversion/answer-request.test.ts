import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnswerDeps, answerJoinRequest, answerRequest, openRequest } from '#electron/conversion/process/answer-request.ts';
import type { ConversionRequest } from '#electron/conversion/process/messages.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';
import { converting, sample } from './a-conversion.ts';

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
