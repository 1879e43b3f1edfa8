import type { ConnectFault, VaultProblem } from '#shared/app-api/faults.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { plus } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { RelayFault } from '#shared/relay-protocol/messages.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Clock } from '#shared/ports/world.ts';
import { retryPatiently } from './retry-patiently.ts';
import { type CompanySecrets, isGone, type NoSecret } from './company-secrets.ts';

export type RelayProblem = Pick<RelayFault, 'kind' | 'retryAfterMs'> & Partial<Pick<RelayFault, 'code'>>;

/** The relay as companies use it. */
export type RelayDoor = {
  enrol(name: string): Promise<Result<{ readonly deviceToken: string }, RelayProblem>>;
  prove(integrationId: IntegrationId, integrationSecret: string): Promise<Result<unknown, RelayProblem>>;
  /** This device stops reading the log of this integration. */
  leave(integrationId: IntegrationId): Promise<Result<unknown, RelayProblem>>;
  devices(integrationId: IntegrationId): Promise<
    Result<
      {
        readonly here: string;
        readonly devices: readonly { readonly deviceId: string; readonly name: string; readonly createdAt: number }[];
      },
      RelayProblem
    >
  >;
  /** The relay tries the secret first, as for a proof: this call and the next take something away from other computers. */
  sendAway(integrationId: IntegrationId, deviceId: string, integrationSecret: string): Promise<Result<unknown, RelayProblem>>;
  /** All of its devices stop reading it, and a week later the relay deletes all that it keeps about it. */
  forget(integrationId: IntegrationId, integrationSecret: string): Promise<Result<unknown, RelayProblem>>;
  /** Deletes this device. */
  leaveForGood(): Promise<Result<unknown, RelayProblem>>;
};

/** What it takes to become a device of a relay. */
export type EnrolDeps = {
  readonly clock: Clock;
  readonly relay: Pick<RelayDoor, 'enrol'>;
  readonly secrets: Pick<CompanySecrets, 'deviceToken' | 'keepDeviceToken'>;
  readonly deviceName: () => string;
};

export type ProveDeps = EnrolDeps & {
  readonly relay: RelayDoor;
  readonly secrets: CompanySecrets;
};

/** Makes sure that this device has a token for the relay, and enrols it if it has none. `anew`: enrols it in any case. */
export async function ensureDevice(deps: EnrolDeps, when: 'absent' | 'anew'): Promise<Result<null, ConnectFault>> {
  const known = await deps.secrets.deviceToken();
  if (known.ok && when === 'absent') return ok(null);
  if (!known.ok && known.failure.kind !== 'absent') return fail(ofVault(known.failure));
  const enrolled = await retryPatiently(deps.clock, () => deps.relay.enrol(deviceNameOf(deps.deviceName())));
  if (!enrolled.ok) return fail(ofRelay(enrolled.failure, deps.clock));
  const kept = await deps.secrets.keepDeviceToken(enrolled.value.deviceToken);
  return kept.ok ? ok(null) : fail(ofVault(kept.failure));
}

/** `secret-gone`: the vault no longer has the secret, or can no longer be opened; only a user who types it in can bring it back. */
export type ProofFault = ConnectFault | { readonly kind: 'secret-gone' };

/** Shows the relay the secret that we hold, after it lost the proof. Does not retry, because its caller does. */
export async function proveAgain(deps: ProveDeps, integrationId: IntegrationId): Promise<Result<null, ProofFault>> {
  const device = await ensureDevice(deps, 'absent');
  if (!device.ok) return device;
  const secret = await deps.secrets.secretOf(integrationId);
  if (!secret.ok) return fail(isGone(secret.failure) ? { kind: 'secret-gone' } : ofVault(secret.failure));
  const proved = await deps.relay.prove(integrationId, secret.value);
  return proved.ok ? ok(null) : fail(ofRelay(proved.failure, deps.clock));
}

export function ofVault({ kind }: NoSecret): { readonly kind: VaultProblem } {
  return { kind: VAULT_PROBLEM_OF[kind] };
}

const VAULT_PROBLEM_OF = {
  locked: 'vault-locked',
  unavailable: 'vault-unavailable',
  lost: 'vault-lost',
  damaged: 'vault-lost',
  absent: 'vault-lost',
  newer: 'vault-newer',
  unreadable: 'vault-unreadable',
} as const satisfies Record<NoSecret['kind'], VaultProblem>;

export function ofRelay(problem: RelayProblem, clock: Clock): ConnectFault {
  const { retryAfterMs } = problem;
  const again = retryAfterMs === undefined ? {} : { againAt: plus(clock.wallMs(), retryAfterMs) };
  switch (problem.kind) {
    case 'not-set-up':
      return { kind: 'not-set-up' };
    case 'not-found':
      // The service accepted the token and knows the integration by now, so what is wrong is the secret.
      return { kind: 'wrong-secret' };
    case 'device-unknown':
    case 'sent-away':
    case 'refused':
      return { kind: 'relay-refused' };
    case 'limited':
      return { kind: 'relay-limited', ...again };
    case 'no-device':
    case 'unreachable':
    case 'not-understood':
      return { kind: 'relay-unreachable', ...again };
    default:
      return unreachable(problem.kind);
  }
}

/** The most characters that a relay accepts in a name. */
const CHARACTERS_MAX = 100;
const UNFIT = /[\p{Cc}\p{Cs}]/gu;
/** Used if the system has given the computer no name. */
const NAMELESS = 'Computer';

/** The computer's name as a relay accepts it: without characters that cannot be shown, and cut if it is too long. */
export function deviceNameOf(hostname: string): string {
  const cut = hostname.replaceAll(UNFIT, '').trim().slice(0, CHARACTERS_MAX);
  // The cut may have left half of a character at the end.
  const name = cut.replaceAll(UNFIT, '');
  return name === '' ? NAMELESS : name;
}
