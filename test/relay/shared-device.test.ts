import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/run-headers.ts';
import { openRelay } from './relay-bench.ts';

/** One device; `asks` is what the relay says to one of its programs about others. */
async function aDevice() {
  const bench = await openRelay();
  const { token } = await bench.device();
  const asks = async (run: string | null): Promise<boolean> => {
    const answer = await bench.call('GET', '/v1/devices/me', { token, headers: run === null ? {} : { [RUN_HEADER]: run } });
    expect(answer.status).toBe(200);
    return answer.headers.get(SHARED_HEADER) !== null;
  };
  return { ...bench, asks };
}

describe('a device', () => {
  it('that two programs use is told so to both, as long as both ask', async () => {
    const { clock, asks, log } = await aDevice();
    const said: boolean[][] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      said.push([await asks('one'), await asks('its copy')]);
      await clock.advance(MINUTE_MS);
    }
    expect(said).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
    expect(log.text()).toContain('more than one running program');
    await clock.advance(10 * MINUTE_MS);
    expect(await asks('its copy')).toBe(false);
  });

  it('that was started anew, moved or restored is told nothing, also where a last question came late', async () => {
    const { clock, asks } = await aDevice();
    expect(await asks('start 0')).toBe(false);
    for (let start = 1; start < 30; start += 1) {
      expect(await asks(`start ${start}`)).toBe(false);
      await clock.advance(20 * SECOND_MS);
      expect(await asks(`start ${start - 1}`)).toBe(false);
      await clock.advance(MINUTE_MS);
    }
  });

  it('whose program says nothing of itself, as older ones do, or something much too long, is told nothing', async () => {
    const { clock, asks } = await aDevice();
    for (let minute = 0; minute < 4; minute += 1) {
      for (const run of [null, 'x'.repeat(65), 'one']) expect(await asks(run)).toBe(false);
      await clock.advance(2 * MINUTE_MS);
    }
  });
});
