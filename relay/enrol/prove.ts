import { base64urlnopad } from '@scure/base';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';
import { type Caller, isTokenStale, type Probe, RUNGS, type Rung } from './probe.ts';

/** `code` is a word of ours, for logs. `unreachable`: the service could not be asked; nothing is known. */
export type Proof = { readonly kind: 'proved' | 'refused' | 'unreachable'; readonly code: string };

export type Claim = { readonly integrationId: IntegrationId; readonly integrationSecret: string };

/** How long it is known whether a route tells a wrong secret from the right one. */
const CONTROL_MS = HOUR_MS;
const CONTROLS_MAX = 1_000;
const CONTROL_SECRET_BYTES = 24;
/** What a header can carry; anything else was never issued by the service. */
const SECRET = /^[\x21-\x7e]+$/;

type Control = { readonly discerning: boolean; readonly untilMs: number };

/**
 * Proves that a secret belongs to an integration by asking the service, and keeps nothing of it (DESIGN 5, Enrolment). A
 * route's yes counts only if the same route says no to a random secret; when no route tells them apart, nobody gets in.
 */
export function prover(core: RelayCore): (claim: Claim) => Promise<Proof> {
  // By integration: one that somebody owns and revokes in between must not vouch for the others.
  const controls = new Map<string, Control>();

  const control = async (rung: Rung, caller: Caller): Promise<'discerning' | 'blind' | 'unreachable'> => {
    const key = `${rung.name} ${caller.integrationId}`;
    const known = controls.get(key);
    if (known !== undefined && known.untilMs > core.clock.monotonicMs()) return known.discerning ? 'discerning' : 'blind';
    const secret = base64urlnopad.encode(core.random.bytes(CONTROL_SECRET_BYTES));
    const answer = await rung.probe(core, { ...caller, secret });
    if (answer === 'unreachable') return 'unreachable';
    const discerning = answer === 'fails' || answer === 'absent';
    if (controls.size >= CONTROLS_MAX) controls.clear();
    controls.set(key, { discerning, untilMs: core.clock.monotonicMs() + CONTROL_MS });
    return discerning ? 'discerning' : 'blind';
  };

  const climb = async (caller: Caller): Promise<Proof | 'stale-token'> => {
    for (const rung of RUNGS) {
      const real: Probe = await rung.probe(core, caller);
      if (real === 'unreachable') return { kind: 'unreachable', code: rung.name };
      if (real === 'fails') return (await isTokenStale(core, caller.token)) ? 'stale-token' : { kind: 'refused', code: rung.name };
      if (real !== 'passes') continue;
      const told = await control(rung, caller);
      if (told === 'discerning') return { kind: 'proved', code: rung.name };
      if (told === 'unreachable') return { kind: 'unreachable', code: rung.name };
    }
    return { kind: 'refused', code: 'inconclusive' };
  };

  return async ({ integrationId, integrationSecret }) => {
    if (!SECRET.test(integrationSecret)) return { kind: 'refused', code: 'secret-form' };
    // Twice at most: a token that the service no longer takes is replaced once.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const token = await core.tokens.token();
      if (!token.ok) return { kind: 'unreachable', code: token.failure.code };
      const proof = await climb({ integrationId, secret: integrationSecret, token: token.value });
      if (proof !== 'stale-token') return proof;
      core.tokens.distrust(token.value);
    }
    return { kind: 'unreachable', code: 'token' };
  };
}
