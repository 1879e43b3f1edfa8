import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AnswerDeps, answerJoinRequest, answerRequest, openRequest } from '#electron/conversion/process/answer-request.ts';
import type { ConversionRequest } from '#electron/conversion/process/messages.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { tempFolder } from '#test/support/folders.ts';
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
  return { one: await answerRequest(one, await by(one)), joined: (await answerJoinRequest(joined, await by(joined))).answer };
}

it('a file, or several together, that are larger than the process may convert are left', async () => {
  expect(await limited((bytes) => bytes - 1)).toEqual({ one: fail('too-much-memory'), joined: fail('too-much-memory') });
  expect(await limited((bytes) => bytes)).toMatchObject({ one: { ok: true }, joined: fail('too-much-memory') });
  expect(await limited((bytes) => 2 * bytes)).toMatchObject({ one: { ok: true }, joined: { ok: true } });
});
