import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/protocol.ts';
import { noAnswer } from '../fake-service.ts';
import { openRelay } from '../relay-bench.ts';

/** One device; `asks` returns what the relay tells one of its programs about others. */
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

  it('cannot fill the log, however many of them a stranger shares, nor keep a fault of ours out of it', async () => {
    const bench = await openRelay();
    const devices: string[] = [];
    for (let n = 0; n < 300; n += 1) {
      devices.push((await bench.device()).token);
      await bench.clock.advance(6 * SECOND_MS);
    }
    for (let round = 0; round < 4; round += 1) {
      for (const token of devices)
        for (const run of ['one', 'other']) await bench.call('GET', '/v1/devices/me', { token, headers: { [RUN_HEADER]: run } });
      await bench.clock.advance(2 * MINUTE_MS);
    }
    const lines = () => bench.log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(lines()).toEqual(Array<string>(200).fill('a device is used by more than one running program'));
    bench.service.is.keys = noAnswer;
    expect((await bench.deliver()).status).toBe(503);
    expect(lines().slice(200)).toContain('webhook in doubt');
  });

  it('whose program says nothing of itself, as older ones do, or something much too long, is told nothing', async () => {
    const { clock, asks } = await aDevice();
    for (let minute = 0; minute < 4; minute += 1) {
      for (const run of [null, 'x'.repeat(65), 'one']) expect(await asks(run)).toBe(false);
      await clock.advance(2 * MINUTE_MS);
    }
  });
});
