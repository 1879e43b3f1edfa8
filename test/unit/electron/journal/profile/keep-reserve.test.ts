import { describe, expect, it, onTestFinished } from 'vitest';
import { keepReserve, LEFT_BESIDE_RESERVE_BYTES, RESERVE_BYTES } from '#electron/journal/profile/keep-reserve.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';

const ENOUGH = RESERVE_BYTES + LEFT_BESIDE_RESERVE_BYTES;

async function aReserve(free: number | null) {
  const [clock, files] = [virtualClock(), memoryFiles()];
  files.free = free;
  let freed = 0;
  const reserve = keepReserve({
    freed: () => {
      freed += 1;
    },
    profile: '/profile',
    world: { clock, files, log: recordingLog(), random: seededRandom(3) },
  });
  reserve.start();
  onTestFinished(() => reserve.close());
  await clock.settle();
  return { reserve, freed: () => freed, clock, files, bytes: () => files.all.get('/profile/reserve') };
}

describe('the room that is kept for the journal', () => {
  it('is a file of as many bytes, none of which a disk that packs could leave out', async () => {
    const { bytes } = await aReserve(ENOUGH);
    expect(bytes()?.byteLength).toBe(RESERVE_BYTES);
    expect(new Set(bytes()?.subarray(-4_096)).size).toBeGreaterThan(200);
  });

  it.each([
    ['too little room is left beside it', ENOUGH - 1],
    ['nobody tells how much is free', null],
  ] as const)('is not taken where %s', async (_where, free) => {
    const { bytes, clock } = await aReserve(free);
    await clock.advance(10 * MINUTE_MS);
    expect(bytes()).toBeUndefined();
  });

  it('is given up on a full disk, and taken again when there is room beside it and not before', async () => {
    const { bytes, clock, files, freed, reserve } = await aReserve(ENOUGH);
    files.free = 0;
    for (let times = 0; times < 3; times += 1) reserve.giveUp();
    await clock.settle();
    expect(bytes()).toBeUndefined();
    expect(freed()).toBe(1);
    files.free = ENOUGH - 1;
    await clock.advance(10 * MINUTE_MS);
    expect(bytes()).toBeUndefined();
    files.free = ENOUGH;
    await clock.advance(MINUTE_MS);
    expect(bytes()?.byteLength).toBe(RESERVE_BYTES);
    reserve.giveUp();
    await clock.settle();
    expect(bytes()).toBeUndefined();
  });
});
