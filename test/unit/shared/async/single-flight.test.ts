import { describe, expect, it } from 'vitest';
import { singleFlight } from '#shared/async/single-flight.ts';

describe('a single flight', () => {
  it('shares one run among all who call meanwhile, and runs anew after it', async () => {
    let runs = 0;
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    const fly = singleFlight(() => {
      runs += 1;
      return answers[runs - 1]?.promise ?? Promise.resolve('none');
    });
    const both = [fly(), fly()];
    answers[0].resolve('first');
    expect(await Promise.all(both)).toEqual(['first', 'first']);
    const third = fly();
    answers[1].resolve('second');
    expect([await third, runs]).toEqual(['second', 2]);
  });

  it('shares a failure too, and forgets it', async () => {
    let runs = 0;
    const fly = singleFlight(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('away')) : Promise.resolve('there');
    });
    const both = await Promise.allSettled([fly(), fly()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await fly(), runs]).toEqual(['there', 2]);
  });
});
