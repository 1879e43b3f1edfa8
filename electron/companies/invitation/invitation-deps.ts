import type { ReadInvitation } from '#shared/app-api/invitation/invitation-views.ts';
import type { ConnectFault } from '#shared/app-api/faults.ts';
import type { InstallationFault } from '#shared/app-api/installation.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import type { CompanySecrets } from '../company-secrets.ts';
import type { NewCompany } from '../create-companies.ts';
import type { CompaniesStore } from '../store.ts';
import type { KeptClaims } from './kept-claims.ts';
import type { SentClaims } from './sent-claims.ts';
import type { ClaimOutcome, ClaimRequest, LookAnswer, UndoOutcome } from '#shared/relay-protocol/invitations.ts';
import type { ShownPartner } from '#shared/relay-protocol/partner.ts';
import type { RelayDoor, RelayProblem } from '../prove.ts';

export type InvitationDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly settings: { get(): Settings };
  readonly store: Pick<CompaniesStore, 'companies'>;
  readonly claims: KeptClaims;
  readonly sent: SentClaims;
  readonly deviceName: () => string;
  /** Who runs this profile's own relay, in its own words. */
  readonly partner: () => Promise<ShownPartner | null>;
  readonly relayAt: (relayUrl: string) => InvitationRelay;
  /** The vault's entries, with the device token of that relay. */
  readonly secretsAt: (relayUrl: string) => Pick<CompanySecrets, 'beginAnew' | 'deviceToken' | 'keepDeviceToken'>;
  /** The same as the call `installation.change`: it fails rather than send a kept secret to another place. */
  readonly changePlace: (place: {
    readonly relayUrl: string;
    readonly service: ServiceProfile;
  }) => Promise<Result<unknown, InstallationFault>>;
  readonly connect: (company: NewCompany) => Promise<Result<Company, ConnectFault>>;
};

/** Where an invitation leads. `relayUrl`: as this profile spells it, if it is its own relay. `link`: by `https`. `find`: its name at the relay. */
export type Place = {
  readonly link: string;
  readonly host: string;
  readonly code: string;
  readonly find: string;
  readonly relay: ReadInvitation['relay'];
  readonly relayUrl: string;
};

/** What the user was shown, and says yes to. */
export type LookedAt = {
  readonly place: Place;
  readonly integrationId: IntegrationId;
  readonly company: string | null;
  readonly accountant: string | null;
  readonly service: ServiceProfile;
  readonly hasSecret: boolean;
};

/** What is said to the relay that an invitation leads to, which need not be the one of this profile. */
type InvitationRelay = Pick<RelayDoor, 'enrol'> & {
  /** Changes nothing there. */
  look(find: string): Promise<Result<LookAnswer, RelayProblem>>;
  /** Uses the invitation up, for this device and this key. */
  claim(request: ClaimRequest): Promise<Result<ClaimOutcome, RelayProblem>>;
  /** Who runs it, in its own words. */
  partner(): Promise<ShownPartner | null>;
  /** Ends it, and the access of the device that claimed it. */
  undo(find: string): Promise<Result<UndoOutcome, RelayProblem>>;
};
