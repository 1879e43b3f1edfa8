import { describe, expect, it } from 'vitest';
import { Emitter } from '#shared/async/emitter.ts';
import { CountedStop } from '#test/support/counted-stop.ts';

describe('an emitter', () => {
  it('tells everybody who subscribed, in that order, what there is to tell', () => {
    const emitter = new Emitter<[number, string]>();
    const told: unknown[] = [];
    emitter.subscribe((...what) => told.push(['first', ...what]));
    emitter.subscribe((...what) => told.push(['second', ...what]));
    emitter.emit(1, 'one');
    expect(told).toEqual([
      ['first', 1, 'one'],
      ['second', 1, 'one'],
    ]);
  });

  it('tells a function that subscribed twice two times, and once less for each unsubscribing', () => {
    const emitter = new Emitter();
    let times = 0;
    const count = (): void => {
      times += 1;
    };
    const [first, second] = [emitter.subscribe(count), emitter.subscribe(count)];
    emitter.emit();
    first();
    first();
    emitter.emit();
    second();
    emitter.emit();
    expect(times).toBe(3);
  });

  it('holds out who comes and goes while it tells', () => {
    const emitter = new Emitter();
    const told: string[] = [];
    emitter.subscribe(() => {
      told.push('first');
      leave();
      emitter.subscribe(() => told.push('new'));
    });
    const leave = emitter.subscribe(() => told.push('gone'));
    emitter.subscribe(() => told.push('last'));
    emitter.emit();
    expect(told).toEqual(['first', 'last']);
    emitter.emit();
    expect(told).toEqual(['first', 'last', 'first', 'last', 'new']);
  });

  it('can be awaited, and forgets who was told or has stopped', async () => {
    const emitter = new Emitter();
    const stop = new CountedStop();
    const told: string[] = [];
    const next = async (name: string, until?: CountedStop): Promise<void> => {
      await emitter.next(until);
      told.push(name);
    };
    const [plain, stoppable] = [next('plain'), next('stoppable', stop)];
    await Promise.resolve();
    expect(told).toEqual([]);
    emitter.emit();
    await Promise.all([plain, stoppable]);
    emitter.emit();
    expect(stop.listeners).toBe(0);
    const stopped = next('stopped', stop);
    stop.abort();
    await stopped;
    await next('already', stop);
    emitter.emit();
    expect(told).toEqual(['plain', 'stoppable', 'stopped', 'already']);
  });
});
