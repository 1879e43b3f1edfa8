import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS, RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { noAnswer, openRelay, type RelayBench, uuid } from '../relay-bench.ts';

const OFFICE = '192.0.2.1';

describe('the limits of proofs', () => {
  it('are for those who fail: a right secret never uses one up, however often it is shown', async () => {
    const bench = await openRelay();
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n += 1) {
      const { token } = await newDevice(bench, OFFICE);
      statuses.add((await prove(bench, { token, from: OFFICE, secret: right(bench) })).status);
      await bench.clock.advance(10 * SECOND_MS);
    }
    expect([...statuses]).toEqual([200]);
  });

  it('count what fails by address and integration: another address, and another integration, are not in the way', async () => {
    const bench = await openRelay();
    const { token } = await newDevice(bench, OFFICE);
    right(bench);
    expect(await tries(bench, { token, from: OFFICE }, 12)).toEqual([...Array<number>(10).fill(404), 429, 429]);
    const other = await prove(bench, { token, from: '198.51.100.7', secret: 'wrong' });
    expect(other.status).toBe(404);
    const integrationSecret = bench.service.integration(uuid(5, 2));
    const json = { integrationId: uuid(5, 2), integrationSecret };
    expect((await bench.call('POST', RELAY_PATHS.integrations, { token, from: OFFICE, json })).status).toBe(200);
  });

  it('say how long to wait, which is enough, and not a second too much', async () => {
    const bench = await openRelay();
    const { token } = await newDevice(bench, OFFICE);
    await tries(bench, { token, from: OFFICE }, 10);
    await bench.clock.advance(17 * MINUTE_MS + 300);
    const seconds = secondsOf(await prove(bench, { token, from: OFFICE, secret: right(bench) }));
    expect(seconds).toBe(43 * 60);
    await bench.clock.advance((seconds - 1) * SECOND_MS);
    expect(secondsOf(await prove(bench, { token, from: OFFICE, secret: right(bench) }))).toBe(1);
    await bench.clock.advance(SECOND_MS);
    expect((await prove(bench, { token, from: OFFICE, secret: right(bench) })).status).toBe(200);
  });

  it('cannot be passed by guesses at the same time', async () => {
    const bench = await openRelay();
    right(bench);
    const strangers = await Promise.all(Array.from({ length: 200 }, (_, n) => newDevice(bench, `10.0.${n}.1`)));
    const answers = await Promise.all(
      strangers.map(({ token, from }, n) => prove(bench, { token, from, secret: `guess ${n}`.replaceAll(' ', '-') })),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(160);
    const { token } = await newDevice(bench, OFFICE);
    await bench.clock.advance(2 * HOUR_MS);
    const ofOne = Array.from({ length: 30 }, (_, n) => prove(bench, { token, from: OFFICE, secret: `other-${n}` }));
    expect((await Promise.all(ofOne)).filter(({ status }) => status === 404)).toHaveLength(10);
  });

  it('let the same pair be asked about once at a time, by however many computers', async () => {
    const bench = await openRelay();
    const secret = right(bench);
    const office = await Promise.all(Array.from({ length: 30 }, () => newDevice(bench, OFFICE)));
    const atOnce = async (shown: string): Promise<ReadonlySet<number>> => {
      const answers = Promise.withResolvers<void>();
      bench.service.is.held = answers.promise;
      const proofs = office.map((by) => prove(bench, { ...by, secret: shown }));
      await bench.clock.settle();
      answers.resolve();
      return new Set((await Promise.all(proofs)).map(({ status }) => status));
    };
    expect(await atOnce(secret)).toEqual(new Set([200]));
    // Thirty requests with the same wrong secret at once count as one failure.
    for (let n = 0; n < 9; n += 1) expect(await atOnce(`mistyped-${n}`)).toEqual(new Set([404]));
    expect(await atOnce(secret)).toEqual(new Set([200]));
    const questions = bench.service.requests.filter(({ url }) => url.includes('/integrations/')).length;
    expect(questions).toBe(2 + 9 * 4 + 1);
  });

  it('do not count what nobody could answer', async () => {
    const bench = await openRelay();
    const { token } = await newDevice(bench, OFFICE);
    const secret = right(bench);
    bench.service.is.status = 'down';
    expect(new Set(await tries(bench, { token, from: OFFICE }, 20))).toEqual(new Set([503]));
    bench.service.is.status = 'discerning';
    expect((await prove(bench, { token, from: OFFICE, secret })).status).toBe(200);
  });
});

describe('a stranger who knows an integration, from many addresses, for an hour', () => {
  it('keeps no device out that has proved it, nor one that had', async () => {
    const bench = await openRelay();
    const secret = right(bench);
    const [known, left] = [await newDevice(bench, OFFICE), await newDevice(bench, OFFICE)];
    for (const { token } of [known, left]) expect((await prove(bench, { token, from: OFFICE, secret })).status).toBe(200);
    await bench.call('DELETE', `${RELAY_PATHS.integrations}/${INTEGRATION_ID}`, { token: left.token });
    await attack(bench, HOUR_MS, async () => {
      for (const { token } of [known, left]) expect((await prove(bench, { token, from: '198.51.100.9', secret })).status).toBe(200);
    });
  });

  it('keeps a new device of the owner out no longer than the answer says, though the stranger goes on', async () => {
    const bench = await openRelay();
    const secret = right(bench);
    const { token } = await newDevice(bench, OFFICE);
    await attack(bench, HOUR_MS / 2, async () => undefined);
    const told = await prove(bench, { token, from: OFFICE, secret });
    expect(told.status).toBe(429);
    const seconds = secondsOf(told);
    expect(seconds).toBeLessThanOrEqual(3_600);
    await attack(bench, seconds * SECOND_MS, async () => undefined);
    expect((await prove(bench, { token, from: OFFICE, secret })).status).toBe(200);
  });

  it('does not get the turn that was promised to a new device where the service cannot be asked at that moment', async () => {
    const bench = await openRelay();
    const secret = right(bench);
    const { token } = await newDevice(bench, OFFICE);
    await attack(bench, HOUR_MS / 2, async () => undefined);
    const seconds = secondsOf(await prove(bench, { token, from: OFFICE, secret }));
    await attack(bench, seconds * SECOND_MS, async () => undefined);
    bench.service.is.status = 'down';
    expect((await prove(bench, { token, from: OFFICE, secret })).status).toBe(503);
    bench.service.is.status = 'discerning';
    await attack(bench, 5 * MINUTE_MS, async () => undefined);
    expect((await prove(bench, { token, from: OFFICE, secret })).status).toBe(200);
  });

  it('whose guesses nobody could answer in the end, keeps nobody out by a turn that was promised meanwhile', async () => {
    const bench = await openRelay();
    const secret = right(bench);
    const { token } = await newDevice(bench, OFFICE);
    const strangers = await Promise.all(Array.from({ length: 40 }, (_, n) => newDevice(bench, `10.0.${n}.1`)));
    const answers = Promise.withResolvers<void>();
    bench.service.is.held = answers.promise;
    const guesses = strangers.map((by, n) => prove(bench, { ...by, secret: `guess-${n}` }));
    await bench.clock.settle();
    expect(secondsOf(await prove(bench, { token, from: OFFICE, secret }))).toBe(3_600);
    bench.service.is.status = 'down';
    answers.resolve();
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([503]));
    bench.service.is.status = 'discerning';
    expect((await prove(bench, { token, from: OFFICE, secret })).status).toBe(200);
  });

  it('is answered alike, whether there is such an integration or not', async () => {
    const seen = new Set<string>();
    for (const isThere of [true, false]) {
      const bench = await openRelay();
      if (isThere) right(bench);
      const { token } = await newDevice(bench, OFFICE);
      const answers: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const answer = await prove(bench, { token, from: OFFICE, secret: `guess-${n}` });
        answers.push(`${answer.status} ${answer.headers.get('retry-after')} ${await answer.text()}`);
      }
      seen.add(answers.join('\n'));
    }
    expect(seen.size).toBe(1);
  });
});

/** Twelve addresses each guess once a minute, and once more at the end; `between` runs after each round. */
async function attack(bench: RelayBench, forMs: number, between: () => Promise<void>): Promise<void> {
  const strangers: Prover[] = [];
  for (let n = 0; n < 12; n += 1) strangers.push(await newDevice(bench, `203.0.113.${n}`));
  const round = async (): Promise<void> => {
    for (const [n, { token, from }] of strangers.entries()) await prove(bench, { token, from, secret: `guess-${n}` });
    await between();
  };
  for (let minute = 0; minute < Math.floor(forMs / MINUTE_MS); minute += 1) {
    await round();
    await bench.clock.advance(MINUTE_MS);
  }
  await bench.clock.advance(forMs % MINUTE_MS);
  await round();
}

type Prover = { readonly token: string; readonly from: string };

async function newDevice(bench: RelayBench, from: string): Promise<Prover> {
  const answer = await bench.call('POST', RELAY_PATHS.devices, { json: { name: 'PC' }, from });
  const { deviceToken } = (await answer.json()) as { readonly deviceToken: string };
  return { token: deviceToken, from };
}

function right(bench: RelayBench): string {
  return bench.service.integration(INTEGRATION_ID);
}

async function prove(bench: RelayBench, { token, from, secret }: Prover & { readonly secret: string }): Promise<Response> {
  const json = { integrationId: INTEGRATION_ID, integrationSecret: secret };
  return bench.call('POST', RELAY_PATHS.integrations, { token, from, json });
}

/** One after another, each with a different wrong secret. */
async function tries(bench: RelayBench, by: Prover, times: number): Promise<readonly number[]> {
  const answers: number[] = [];
  for (let n = 0; n < times; n += 1) answers.push((await prove(bench, { ...by, secret: `wrong-${n}` })).status);
  return answers;
}

function secondsOf(answer: Response): number {
  return Number(answer.headers.get('retry-after'));
}

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
