import { describe, expect, it } from 'vitest';
import { keychain, type KeychainCalls } from '#electron/platform/secrets/keychain.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

/** A keychain whose prompt stays on the screen until the test answers it. */
function prompting(): KeychainCalls & { calls: number; answer(value: string | null): void } {
  const waiting: ((value: string | null) => void)[] = [];
  return {
    calls: 0,
    getPassword() {
      this.calls += 1;
      return new Promise((resolve) => waiting.push(resolve));
    },
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(true),
    answer: (value) => waiting.splice(0).forEach((resolve) => resolve(value)),
  };
}

describe('keychain', () => {
  it('asks one question at a time', async () => {
    const calls = prompting();
    const secrets = keychain({ clock: virtualClock(), load: () => Promise.resolve(calls) });
    const [first, second] = [secrets.get('a'), secrets.get('b')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.calls).toBe(1);
    calls.answer('one');
    expect(await first).toEqual({ ok: true, value: 'one' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.calls).toBe(2);
    calls.answer(null);
    expect(await second).toEqual({ ok: true, value: null });
  });

  it('says locked when nobody answers in time, and begins no other question until that one ends', async () => {
    const clock = virtualClock();
    const calls = prompting();
    const secrets = keychain({ clock, timeoutMs: 10_000, load: () => Promise.resolve(calls) });
    const first = secrets.get('a');
    const second = secrets.get('a');
    await clock.advance(10_000);
    expect(await first).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(await second).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(calls.calls).toBe(1);

    calls.answer('late');
    await clock.settle();
    const third = secrets.get('a');
    await clock.settle();
    calls.answer('now');
    expect(await third).toEqual({ ok: true, value: 'now' });
    expect(clock.sleepers).toBe(0);
  });

  it('is unavailable, with the words of the platform, where its native part cannot be loaded', async () => {
    const secrets = keychain({ clock: virtualClock(), load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open')) });
    expect(await secrets.get('a')).toEqual({ ok: false, failure: { kind: 'unavailable', detail: 'libsecret-1.so.0: cannot open' } });
    expect(await secrets.set('a', 'b')).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});
