import type { Bench } from '../bench.ts';
import type { Proof } from './proof.ts';

const jwks = async (bench: Bench) => (await bench.call('/.well-known/jwks.json')).status;

/** Which of this many calls are struck. */
async function struck(bench: Bench, calls: number): Promise<string> {
  await bench.control('PATCH', '/switches', { faults: [{ route: 'jwks', probability: 0.5, effect: { kind: 'status', status: 503 } }] });
  let seen = '';
  for (let call = 0; call < calls; call += 1) seen += (await jwks(bench)) === 503 ? 'x' : '.';
  return seen;
}

export const FAULT_PROOFS: Record<'failNext' | 'faults' | 'seed', Proof> = {
  failNext: {
    on: { failNext: { status: 503, times: 1, route: 'jwks' } },
    look: async (bench) => [await jwks(bench), await jwks(bench)],
    normally: [200, 200],
    turned: [503, 200],
  },
  faults: {
    on: { faults: [{ route: 'jwks', times: 2, effect: { kind: 'status', status: 503 } }] },
    look: async (bench) => [await jwks(bench), await jwks(bench), await jwks(bench)],
    normally: [200, 200, 200],
    turned: [503, 503, 200],
  },
  seed: { on: { seed: 2 }, look: (bench) => struck(bench, 24), normally: '.x...x..x.xxxxxxxxx.xxxx', turned: '.xx...xx.x.xx..x.x.x.xxx' },
};
