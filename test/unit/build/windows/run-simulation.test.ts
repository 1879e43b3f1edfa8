import { describe, expect, it } from 'vitest';
import { simulationLines } from '../../../../build/windows/run-simulation.ts';

const SAID = [
  'seed 3: 12 documents, 4 kills, 90 minutes, abc',
  '  lost 2 · revoked',
  '  BROKEN each once: sent twice',
  '  BROKEN none lost: one is',
  '  again: npm run sim -- --seed 3 --shrink',
  'seed 41: THE SIMULATION BROKE: ENOENT',
  '198 of 200 seeds kept every promise, 3.1 seeds a second, 300 ms of processor time each',
  '',
].join('\n');

describe('what the simulation came to, as lines of the common report', () => {
  it('is one test that passed where all seeds keep every promise', () => {
    const [, file] = simulationLines({ seeds: 200, bad: 0 }, '200 of 200 seeds kept every promise\n');
    expect(file).toMatchObject({ tests: [{ state: 'passed' }] });
  });

  it('is one that failed for each seed that broke a promise, with its number and why', () => {
    const [, file] = simulationLines({ seeds: 200, bad: 2 }, SAID);
    expect(file).toMatchObject({
      tests: [
        { name: 'seed 3', state: 'failed', error: 'BROKEN each once: sent twice' },
        { name: 'seed 41', state: 'failed', error: 'THE SIMULATION BROKE: ENOENT' },
      ],
    });
  });

  it('counts each bad seed also where it was not said which', () => {
    const [, file] = simulationLines({ seeds: 200, bad: 3 }, SAID);
    expect(file).toMatchObject({ tests: [{ name: 'seed 3' }, { name: 'seed 41' }, { name: 'a seed', state: 'failed' }] });
  });

  it('has no end where it was cut off before its report', () => {
    expect(simulationLines(null, SAID)).toEqual([{ kind: 'start', files: 1 }]);
  });
});
