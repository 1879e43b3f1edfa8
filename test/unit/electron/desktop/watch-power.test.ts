import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPower } from '#electron/desktop/quit.ts';
import { powerMonitor, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';

beforeEach(() => {
  resetFakeElectron();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('the cable of this computer', () => {
  it.each(['event', 'look'] as const)('is noticed by %s, once for each change', (by) => {
    powerMonitor.onBattery = false;
    const power = watchPower();
    const rung = vi.fn<() => void>();
    power.onChange(rung);
    const change = (to: boolean): void => {
      powerMonitor.onBattery = to;
      if (by === 'event') powerMonitor.says(to ? 'on-battery' : 'on-ac');
      else vi.advanceTimersByTime(15_000);
    };
    change(true);
    expect([power.onBattery(), rung.mock.calls.length]).toEqual([true, 1]);
    change(true);
    expect(rung).toHaveBeenCalledTimes(1);
    change(false);
    expect([power.onBattery(), rung.mock.calls.length]).toEqual([false, 2]);
  });
});
