import type { Digest } from '#shared/lib/digest.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { CompanySecrets } from '../companies/company-secrets.ts';
import type { InvitationDeps } from '../companies/invitation/invitation-deps.ts';
import type { Companies } from '../companies/create-companies.ts';
import type { Vault } from '../companies/vault.ts';
import type { Delivery } from '../delivery/create-delivery.ts';
import type { Upload } from '../delivery/deliver-item.ts';
import type { Notify } from '../notify/create-notify.ts';
import type { KeepReserve } from '../journal/profile/keep-reserve.ts';
import type { KeepProfile } from '../journal/profile/keep-profile.ts';
import type { DiskWatch } from '../journal/profile/disk-watch.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { Intake } from '../intake/create-intake.ts';
import type { Results } from '../results/create-results.ts';
import type { KeyWatch } from '../results/keys/service-keys.ts';
import type { NoAnswerWatch } from '../results/no-answer-watch.ts';
import type { OtherRun } from '../results/relay-standing.ts';
import type { ClockWatch } from '../service/clock-watch.ts';
import type { Tidy } from '../tidy/create-tidy.ts';
import type { LiveSettings } from '../settings/create-settings.ts';
import type { Network } from './create-network.ts';

export type RemoteParts = {
  readonly network: Network;
  readonly dates: ClockWatch;
  readonly vault: Vault;
  readonly secrets: CompanySecrets;
  readonly companies: Companies;
  /** What opening an invitation needs of vault, network and journal. */
  readonly invitations: Omit<InvitationDeps, 'changePlace'>;
  readonly results: Results;
  readonly noAnswers: NoAnswerWatch;
  readonly serviceKeys: KeyWatch;
  readonly upload: Upload;
  readonly other: OtherRun;
};

export type Parts = RemoteParts & {
  readonly journal: Journal;
  readonly settings: LiveSettings;
  /** Of what the engine itself writes for the user. */
  readonly language: () => Language;
  readonly notify: Notify;
  readonly delivery: Delivery;
  readonly intake: Intake;
  readonly keep: KeepProfile;
  readonly reserve: KeepReserve;
  readonly disk: DiskWatch;
  readonly tidy: Tidy;
  /** Nothing is begun until the computer is plugged in again, by the user's choice. What is under way ends all the same. */
  readonly waitsForMains: () => boolean;
  /** SHA-256, on another thread where the host has one. */
  readonly digest: Digest;
};
