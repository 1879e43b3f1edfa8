import { base64urlnopad } from '@scure/base';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';
import { isTokenStale, type Probe, type ProbeCaller, type ProbeDeps, RUNGS, type Rung } from './probe.ts';

/** `code` is a word of ours, for logs. `unreachable`: the service could not be asked; nothing is known. */
export type Proof = { readonly kind: 'proved' | 'refused' | 'unreachable'; readonly code: string };

/** What asking the service about a secret takes. */
export type ProofDeps = ProbeDeps & Pick<RelayCore, 'clock' | 'random' | 'tokens'>;

export type Claim = { readonly integrationId: IntegrationId; readonly integrationSecret: string };

/** How long we remember whether a route tells a wrong secret from the right one. */
const CONTROL_MS = HOUR_MS;
const CONTROLS_MAX = 1_000;
const CONTROL_SECRET_BYTES = 24;
/** The characters that a header can carry; the service never issued a secret with others. */
const SECRET = /^[\x21-\x7e]+$/;

/**
 * Proves that a secret belongs to an integration by asking the service, and keeps nothing of it (invariant 11). A
 * route's yes counts only if the same route says no to a random secret; if no route tells them apart, nobody gets in. Every
 * refusal has sent the same requests, whatever its cause: neither its words nor its duration reveal whether the integration exists.
 */
export function prover(core: ProofDeps): (claim: Claim) => Promise<Proof> {
  const controls = keptControls(core);
  const randomSecret = (): string => base64urlnopad.encode(core.random.bytes(CONTROL_SECRET_BYTES));

  /** Asks each route with the real secret and a random one, up to the first that tells them apart and accepts the real one. */
  const climb = async (caller: ProbeCaller): Promise<Proof | 'stale-token'> => {
    let refusal = 'inconclusive';
    for (const rung of RUNGS) {
      const real: Probe = await rung.probe(core, caller);
      if (real === 'unreachable') return { kind: 'unreachable', code: rung.name };
      const known = real === 'passes' && refusal === 'inconclusive' ? controls.known(rung, caller.integrationId) : undefined;
      if (known === true) return { kind: 'proved', code: rung.name };
      const control = await rung.probe(core, { ...caller, secret: randomSecret() });
      if (control === 'unreachable') return { kind: 'unreachable', code: rung.name };
      const discerning = control === 'fails' || control === 'absent';
      if (real === 'passes') controls.keep(rung, caller.integrationId, discerning);
      if (real === 'passes' && discerning && refusal === 'inconclusive') return { kind: 'proved', code: rung.name };
      // After one route has said no, the others are still asked, but no longer count.
      if (real === 'fails') refusal = rung.name;
    }
    const stale = await isTokenStale(core, caller.token);
    return stale && refusal !== 'inconclusive' ? 'stale-token' : { kind: 'refused', code: refusal };
  };

  return async ({ integrationId, integrationSecret }) => {
    const canBe = SECRET.test(integrationSecret);
    // At most two attempts: a token that the service no longer accepts is replaced once.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const token = await core.tokens.token();
      if (!token.ok) return { kind: 'unreachable', code: token.failure.code };
      const proof = await climb({ integrationId, secret: canBe ? integrationSecret : randomSecret(), token: token.value });
      if (proof !== 'stale-token') return canBe || proof.kind === 'unreachable' ? proof : { kind: 'refused', code: 'secret-form' };
      core.tokens.distrust(token.value);
    }
    return { kind: 'unreachable', code: 'token' };
  };
}

type Control = { readonly discerning: boolean; readonly untilMs: number };

/** Kept per integration: an owner could revoke their own integration between the two probes, so it must not vouch for others. */
function keptControls(core: Pick<ProofDeps, 'clock'>) {
  const controls = new Map<string, Control>();
  return {
    known(rung: Rung, integrationId: IntegrationId): boolean | undefined {
      const control = controls.get(keyOf(rung, integrationId));
      return control !== undefined && control.untilMs > core.clock.monotonicMs() ? control.discerning : undefined;
    },
    keep(rung: Rung, integrationId: IntegrationId, discerning: boolean): void {
      if (controls.size >= CONTROLS_MAX) controls.clear();
      controls.set(keyOf(rung, integrationId), { discerning, untilMs: core.clock.monotonicMs() + CONTROL_MS });
    },
  };
}

function keyOf(rung: Rung, integrationId: IntegrationId): string {
  return `${rung.name} ${integrationId}`;
}
