import { describe, expect, it } from 'vitest';
import type { Switches } from '#sandbox/switches/switches-schema.ts';
import { openBench } from '../bench.ts';
import { ACCESS_PROOFS } from '../switch-proofs/access-proofs.ts';
import { FAULT_PROOFS } from '../switch-proofs/fault-proofs.ts';
import { IMPORT_PROOFS } from '../switch-proofs/import-proofs.ts';
import type { Proof } from '../switch-proofs/proof.ts';
import { WEBHOOK_PROOFS } from '../switch-proofs/webhook-proofs.ts';

/** Every switch: one without a proof does not compile. */
const PROOFS: Record<keyof Switches, Proof> = { ...WEBHOOK_PROOFS, ...IMPORT_PROOFS, ...ACCESS_PROOFS, ...FAULT_PROOFS };

describe('a switch', () => {
  it.each(Object.entries(PROOFS))('%s changes what is seen, and only when it is turned', async (_, proof) => {
    const keys = proof.keys === undefined ? {} : { keys: proof.keys };
    expect(await proof.look(await openBench(keys))).toEqual(proof.normally);
    expect(await proof.look(await openBench({ ...keys, switches: proof.on }))).toEqual(proof.turned);
  });
});
