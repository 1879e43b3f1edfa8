import { describe, expect, it } from 'vitest';
import { asksForHelp } from '#electron/headless/read-start.ts';

describe('a command line', () => {
  it('asks for help anywhere among its options, and not by the name of a file', () => {
    expect([['--help'], ['folders', 'add', '-h'], ['-h', '--', 'x']].map(asksForHelp)).toEqual([true, true, true]);
    expect(
      [
        ['add', '--', '--help'],
        ['send', '--', '-h'],
        ['add', 'help'],
      ].map(asksForHelp),
    ).toEqual([false, false, false]);
  });
});
