import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOnShare } from '#electron/platform/volumes/mount-table.ts';
import type { RealPath } from '#electron/platform/files/real-path.ts';
import { WatchUnlessShare } from '#electron/platform/watch/watch-folder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** As Windows answers that question. */
function answers(real: string | { readonly code: string }) {
  return async (): Promise<RealPath> => {
    if (typeof real === 'string') return { bytes: Buffer.from(real), by: 'system' };
    throw Object.assign(new Error('realpath'), real);
  };
}

describe('a folder of Windows', () => {
  it.each([
    ['Z:\\Scans', '\\\\nas\\office\\Scans', true],
    ['C:\\Scans', '\\\\nas\\office\\Scans', true],
    ['c:\\scans', 'C:\\Scans', false],
    ['S:\\', 'C:\\Users\\Anne', false],
    ['R:\\Scans', { code: 'EPERM' }, false],
    ['Z:\\Scans', { code: 'ENOENT' }, null],
    ['Z:\\Scans', { code: 'UNKNOWN' }, null],
  ] as const)('%s, which really is %s, lies on another computer: %s', async (path, real, verdict) => {
    expect(await isOnShare(path, answers(real))).toBe(verdict);
  });

  it.each(['\\\\nas\\office', '//nas/office', '\\\\?\\UNC\\nas\\office', '\\\\nas@ssl@8443\\DavWWWRoot'])(
    'lies on another computer by its text alone, which nobody is asked about: %s',
    async (path) => {
      const real = vi.fn<ReturnType<typeof answers>>(answers('C:\\'));
      expect(await isOnShare(path, real)).toBe(true);
      expect(real).not.toHaveBeenCalled();
    },
  );
});

describe('a folder on another computer', () => {
  it('is not listened to, and says so once', async () => {
    const { heard, listens } = watched([true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard, listens]).toEqual([['share'], []]);
  });

  it('that Windows connects late is known when it is there', async () => {
    const { heard, listens } = watched([null, null, true]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([heard, listens]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([heard, listens]).toEqual([['share'], []]);
  });
});

describe('a folder on this computer', () => {
  it('is listened to, also when it comes later', async () => {
    const { heard, listens } = watched([null, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard, listens]).toEqual([[], ['begun']]);
  });

  it('is not listened to any more once nobody wants it, whenever that is', async () => {
    const { watch, listens } = watched([false]);
    await vi.advanceTimersByTimeAsync(1);
    await watch.close();
    expect(listens).toEqual(['begun', 'ended']);
    const early = watched([false]);
    await early.watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    const absent = watched([null, false]);
    await vi.advanceTimersByTimeAsync(1_000);
    await absent.watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([early.listens, absent.listens]).toEqual([[], []]);
  });
});

function watched(answered: readonly (boolean | null)[]) {
  const [heard, listens, left]: [string[], string[], (boolean | null)[]] = [[], [], [...answered]];
  const listen = () => {
    listens.push('begun');
    return { close: async () => void listens.push('ended') };
  };
  const asked = async () => {
    const answer = left.shift();
    if (answer === undefined) throw new Error('asked too often');
    return answer;
  };
  const watch = new WatchUnlessShare('Z:\\Scans', ({ kind }) => heard.push(kind), { isOnShare: asked, listen });
  return { watch, heard, listens };
}
