import { describe, expect, it } from 'vitest';
import { OnceEmitter } from '#shared/async/emitter.ts';

describe('an event that happens only once', () => {
  it('calls whoever subscribed before, only once', () => {
    const event = new OnceEmitter();
    const calls: string[] = [];
    event.subscribe(() => calls.push('a'));
    event.subscribe(() => calls.push('b'));
    expect(calls).toEqual([]);
    event.emit();
    event.emit();
    expect(calls).toEqual(['a', 'b']);
  });

  it('calls whoever subscribes later at once', () => {
    const event = new OnceEmitter();
    event.emit();
    const calls: string[] = [];
    event.subscribe(() => calls.push('late'));
    expect(calls).toEqual(['late']);
    event.emit();
    expect(calls).toEqual(['late']);
  });
});
