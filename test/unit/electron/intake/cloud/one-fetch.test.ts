import { expect, it } from 'vitest';
import { oneFetchAtATime } from '#electron/intake/cloud/cloud-queue.ts';
import { fail } from '#shared/lib/result.ts';
import type { FileReader, ReadRequest } from '#shared/ports/file-reader.ts';

const of = (path: string): ReadRequest => ({ path, root: '/', want: 'hash', copy: null });

it('reads that may fetch go one after the other, also after one that broke; others wait for none', async () => {
  const begun: string[] = [];
  const goOn = new Map<string, (broke: boolean) => void>();
  const reader: FileReader = {
    ready: () => undefined,
    read: async ({ path }) => {
      begun.push(path);
      if (await new Promise<boolean>((resolve) => goOn.set(path, resolve))) throw new Error('a bug');
      return fail({ kind: 'gone', code: 'ENOENT' });
    },
  };
  const one = oneFetchAtATime(reader);
  const broken = one.read({ ...of('a'), fetch: true });
  const second = one.read({ ...of('b'), fetch: true });
  const plain = one.read(of('c'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['c', 'a']);
  goOn.get('a')?.(true);
  await expect(broken).rejects.toThrow('a bug');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['c', 'a', 'b']);
  goOn.get('b')?.(false);
  goOn.get('c')?.(false);
  expect([(await second).ok, (await plain).ok]).toEqual([false, false]);
});
