import { createCompanies, type Companies } from '../companies/create-companies.ts';
import { type CompanySecrets, companySecrets } from '../companies/company-secrets.ts';
import { createVault, type Vault } from '../companies/vault.ts';
import type { Upload } from '../delivery/upload.ts';
import type { Journal } from '../journal/open-journal.ts';
import { createResults, type Results, type ResultsDeps } from '../results/create-results.ts';
import type { NoAnswerWatch } from '../results/no-answer-watch.ts';
import { relayClient } from '../results/relay-client.ts';
import type { CommittedPage } from '../results/store.ts';
import { checkConnection } from '../service/check-connection.ts';
import { importDocument } from '../service/import-document.ts';
import type { LiveSettings } from '../settings/create-settings.ts';
import type { EngineDeps } from './engine.ts';
import type { SecretsPart } from './api/parts.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { World } from '#shared/ports/world.ts';
import { clockWatch } from './clock-watch.ts';
import { createNetwork, type Network } from './network/create-network.ts';
import type { KeyWatch } from './network/key-watch.ts';
import { makeAllDueNow } from './make-all-due-now.ts';
import { type OtherRun, otherRun } from './network/other-run.ts';
import { serviceKeysOf } from './network/service-keys.ts';
import { watchNoAnswers } from './network/watch-no-answers.ts';

export type RemoteParts = {
  readonly vault: Vault;
  readonly secrets: CompanySecrets;
  readonly companies: Companies;
  readonly results: Results;
  readonly noAnswers: NoAnswerWatch;
  readonly serviceKeys: KeyWatch;
  readonly upload: Upload;
  readonly installationSecrets: SecretsPart;
  readonly clockAheadMs: () => number | null;
  readonly tryOut: Network['tryOut'];
  readonly other: OtherRun;
};

export type RemotePartsDeps = {
  readonly world: World;
  readonly deps: EngineDeps;
  readonly journal: Journal;
  readonly settings: LiveSettings;
  /** After the commit of a page of results. */
  readonly effects: (effects: CommittedPage['effects']) => void;
  /** A company was removed: its folders are watched no more, and these documents wait aside. */
  readonly removed: (aside: readonly ItemId[]) => void;
};

/** All that speaks to the service and to the relay. Their addresses are asked for at every use, so a change applies at once. */
export function createRemoteParts({ world, deps, journal, settings, effects, removed }: RemotePartsDeps): RemoteParts {
  const { clock, random, log } = world;
  const relayUrl = (): string | null => settings.get().relayUrl;
  const profile = () => settings.get().service;
  const vault = createVault({ profile: deps.profile, files: world.files, random, secrets: world.secrets });
  const secrets = companySecrets(vault, relayUrl);
  const dates = clockWatch(clock);
  const dated = { ...world, http: dates.noting(world.http) };
  const network = createNetwork({ world: dated, deps, settings, secrets, typedIn: () => lookAgain() });
  const { http, tokens, installationSecrets, tryOut } = network;
  const other = otherRun(log);
  const relay = relayClient({
    http,
    relayUrl,
    deviceToken: () => secrets.deviceToken(),
    run: deps.run,
    heardOther: (isThere) => other.heard(isThere),
  });
  const common = { clock, random, log, relay };
  const companies = createCompanies({
    ...common,
    secrets,
    store: journal.companies,
    deviceName: () => deps.deviceName,
    checkEveryMs: () => settings.get().checkMinutes * MINUTE_MS,
    check: checkConnection({ http, tokens, profile }),
    ready: () => relayUrl() !== null && profile() !== null,
    changed: () => readNewLinks(),
    removed: (aside) => (readNewLinks(), removed(aside)),
  });
  const keysOf = { relayUrl, relay, by: deps, kept: journal.keys };
  const { watch, ...verifying } = serviceKeysOf({ ...keysOf, world: { ...world, http }, profile, token: () => tokens.token() });
  const ready = (): boolean => relayUrl() !== null;
  const results = resultsFor({ common, journal, companies, ready, ...verifying, effects });
  const noAnswers = watchNoAnswers({ world: { ...world, http }, journal, settings, effects }, results);
  const readNewLinks = onNewLinks(journal, () => (results.lookAgain(), watch.readNow()));
  const upload = dates.naming(createUpload({ world, settings, network, companies, secrets }));
  const lookAgain = (): void => {
    companies.lookAgain();
    results.lookAgain();
    makeAllDueNow(world, journal);
  };
  const clockAheadMs = (): number | null => dates.aheadMs();
  return { vault, secrets, companies, results, noAnswers, serviceKeys: watch, upload, installationSecrets, tryOut, other, clockAheadMs };
}

type ResultsFor = Pick<ResultsDeps, 'ready' | 'verify' | 'relayKeys'> &
  Pick<RemotePartsDeps, 'journal' | 'effects'> & {
    readonly common: Pick<ResultsDeps, 'clock' | 'random' | 'log' | 'relay'>;
    readonly companies: Companies;
  };

function resultsFor({ common, journal, companies, ready, verify, relayKeys, effects }: ResultsFor): Results {
  return createResults({
    ...common,
    store: journal.results,
    secondLook: journal.secondLook,
    relayKeys,
    enrolAgain: () => companies.enrolAgain(),
    revokedSomebody: () => companies.revokedSomebody(),
    ready,
    verify,
    isCurrent: (integrationId) => companies.isCurrent(integrationId),
    prove: (integrationId) => companies.proveAgain(integrationId),
    committed: (page) => {
      for (const revocation of page.revocations) companies.revoked(revocation);
      effects(page.effects);
    },
  });
}

type UploadDeps = Pick<RemotePartsDeps, 'world' | 'settings'> & {
  readonly network: Network;
  readonly companies: Companies;
  readonly secrets: CompanySecrets;
};

function createUpload({ world: { clock, random }, settings, network: { http, tokens }, companies, secrets }: UploadDeps): Upload {
  return importDocument({
    http,
    clock,
    random,
    tokens,
    profile: () => settings.get().service,
    userEmail: () => settings.get().userEmail,
    secretOf: (integrationId) => secrets.secretOf(integrationId),
    noSecret: (companyId) => companies.noSecret(companyId),
  });
}

/** Calls `look` when there is another integration to read than before: one that was merely seen again is no reason. */
function onNewLinks(journal: Journal, look: () => void): () => void {
  let links = linksOf(journal);
  return () => {
    const now = linksOf(journal);
    if (now !== links) look();
    links = now;
  };
}

function linksOf(journal: Journal): string {
  return journal.results
    .links()
    .map((link) => link.integrationId)
    .join(' ');
}
