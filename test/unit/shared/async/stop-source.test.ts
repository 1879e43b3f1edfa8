import { describe, expect, it } from 'vitest';
import { StopSource } from '#shared/async/stop-source.ts';

describe('a stop source', () => {
  it('calls every listener once, and none that was removed or came afterwards', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const [first, second, third, gone] = ['first', 'second', 'third', 'gone'].map((name) => () => void told.push(name)) as [
      () => void,
      () => void,
      () => void,
      () => void,
    ];
    for (const listener of [first, gone, first, second, third]) stop.addEventListener('abort', listener);
    stop.removeEventListener('abort', gone);
    stop.abort();
    stop.abort();
    stop.addEventListener('abort', gone);
    expect(told).toEqual(['first', 'second', 'third']);
    expect(stop.aborted).toBe(true);
  });

  it('takes the place of a first listener that was removed', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const first = (): void => void told.push('first');
    stop.addEventListener('abort', first);
    stop.removeEventListener('abort', first);
    stop.removeEventListener('abort', first);
    stop.addEventListener('abort', () => told.push('next'));
    stop.abort();
    expect(told).toEqual(['next']);
  });

  it('does not call a listener that an earlier one removes', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const second = (): void => void told.push('second');
    stop.addEventListener('abort', () => stop.removeEventListener('abort', second));
    stop.addEventListener('abort', second);
    stop.abort();
    expect(told).toEqual([]);
  });

  it('does not call among the later ones whom another of them removes', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const gone = (): void => void told.push('gone');
    stop.addEventListener('abort', () => told.push('first'));
    stop.addEventListener('abort', () => stop.removeEventListener('abort', gone));
    stop.addEventListener('abort', gone);
    stop.abort();
    expect(told).toEqual(['first']);
  });

  it('calls each once where a listener aborts again', () => {
    const stop = new StopSource();
    const told: string[] = [];
    stop.addEventListener('abort', () => stop.abort());
    stop.addEventListener('abort', () => told.push('second'));
    stop.addEventListener('abort', () => told.push('third'));
    stop.abort();
    expect(told).toEqual(['second', 'third']);
  });

  it('follows another stop until it lets go of it', () => {
    const above = new StopSource();
    const [follower, free, late] = [new StopSource(), new StopSource(), new StopSource()];
    follower.follow(above);
    free.follow(above)();
    follower.follow(undefined)();
    above.abort();
    late.follow(above)();
    expect([follower.aborted, free.aborted, late.aborted]).toEqual([true, false, true]);
  });

  it('ends a sleep of the real platform, as an AbortSignal does', () => {
    const above = new AbortController();
    const stop = new StopSource();
    stop.follow(above.signal);
    above.abort();
    expect(stop.aborted).toBe(true);
  });
});
