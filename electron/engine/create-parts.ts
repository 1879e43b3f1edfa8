import { isResolved } from '#shared/domain/item/aside.ts';
import { type Language, languageOf } from '#shared/i18n/language.ts';
import type { World } from '#shared/ports/world.ts';
import { createDelivery } from '../delivery/create-delivery.ts';
import { oneFetchAtATime } from '../intake/cloud/cloud-queue.ts';
import { createIntake } from '../intake/create-intake.ts';
import type { Journal } from '../journal/open-journal.ts';
import { diskWatch, notingReader } from '../journal/profile/disk-watch.ts';
import { keepProfile } from '../journal/profile/keep-profile.ts';
import { keepReserve } from '../journal/profile/keep-reserve.ts';
import { createNotify } from '../notify/create-notify.ts';
import { createSettings, type LiveSettings } from '../settings/create-settings.ts';
import { createTidy } from '../tidy/create-tidy.ts';
import { refusalNote } from '../tidy/refusal-note.ts';
import type { Parts, RemoteParts } from './parts.ts';
import type { EngineDeps } from './engine.ts';
import type { WakeUps } from './wake-ups.ts';
import { spoolFolder } from '../platform/spool-folder.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { type CompanySecrets, companySecrets } from '../companies/company-secrets.ts';
import { type Companies, createCompanies } from '../companies/create-companies.ts';
import { keptClaims } from '../companies/invitation/kept-claims.ts';
import { sentClaims } from '../companies/invitation/sent-claims.ts';
import { createVault } from '../companies/vault.ts';
import type { Upload } from '../delivery/deliver-item.ts';
import { createResults, type Results } from '../results/create-results.ts';
import { invitationClient } from '../results/invitation-client.ts';
import { type ServiceKeys, serviceKeysOf } from '../results/keys/service-keys.ts';
import { createNoAnswerWatch, type NoAnswerWatch } from '../results/no-answer-watch.ts';
import { otherRun } from '../results/relay-standing.ts';
import { type RelayClient, relayClient } from '../results/relay-client.ts';
import { checkConnection } from '../service/check-connection.ts';
import { clockWatch } from '../service/clock-watch.ts';
import { importDocument } from '../service/import-document.ts';
import { createNetwork, type Network } from './create-network.ts';
import type { IntakeStore } from '#electron/intake/store.ts';
import type { ResultsStore } from '#electron/results/store.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { Http } from '#shared/ports/http.ts';

/** The parts of the engine, each given what it needs of the others. Nothing runs yet. */
export function createParts(world: World, deps: EngineDeps, { journal, wake }: { journal: Journal; wake: WakeUps }): Parts {
  const { clock, random, log, files } = world;
  const { profile, home, power = null, backups = true } = deps;
  const digest = deps.digest ?? (async (bytes) => deps.sha256([bytes]));
  const settings = createSettings(journal.settings, deps.version);
  const language = (): Language => languageOf(settings.get().language, deps.locale);
  const disk = diskWatch({ clock, log, isInPlace: () => journal.isInPlace() });
  journal.onDisk(wake.diskSaid);
  const reader = notingReader(oneFetchAtATime(deps.reader), disk);
  const outside = createRemoteParts({ world, deps, journal, settings, wake });
  const waitsForMains = (): boolean => power !== null && settings.get().waitOnBattery && power.onBattery();
  const delivery = createDelivery({
    clock,
    random,
    files,
    reader,
    converter: deps.converter ?? null,
    noRoom: wake.noRoomForCopy,
    shrinkLog: () => journal.shrinkLog(),
    log,
    digest,
    store: journal.delivery,
    join: (write) => journal.join(write),
    upload: outside.upload,
    doubt: wake.connectionDoubted,
    profileEmail: () => settings.get().userEmail,
    tell: wake.delivered,
    spoolFolder: spoolFolder(profile),
    onFreeCopy: deps.onFreeCopy,
    parallel: () => (waitsForMains() ? 0 : settings.get().parallelUploads),
  });
  const store = joinedIntakeStore(journal);
  return {
    ...outside,
    journal,
    settings,
    language,
    delivery,
    disk,
    waitsForMains,
    digest,
    notify: createNotify({ clock, log, times: () => settings.get(), isStill: isStill(journal) }),
    intake: createIntake({ world, store, reader, copies: delivery.ahead, enqueued: wake.enqueued, home }),
    keep: keepProfile({ profile, world, journal, backups }),
    reserve: keepReserve({ profile, world, freed: wake.roomFreed }),
    tidy: createTidy({ clock, files, log, sha256: deps.sha256, store: journal.tidy, noteText: refusalNote(language) }),
  };
}

function isStill({ items }: Journal): Parameters<typeof createNotify>[0]['isStill'] {
  return (itemId, kind) => {
    const item = items.get(itemId);
    return item?.state.kind === kind && !isResolved(item);
  };
}

type RemotePartsDeps = {
  readonly world: World;
  readonly deps: Omit<EngineDeps, 'reader'>;
  readonly journal: Journal;
  readonly settings: LiveSettings;
  readonly wake: WakeUps;
};

/** All that speaks to the service and to the relay. Their addresses are read at every use, so a change applies at once. */
export function createRemoteParts(of: RemotePartsDeps): RemoteParts {
  const { world, deps, journal, settings, wake } = of;
  const { log } = world;
  const relayUrl = (): string | null => settings.get().relayUrl;
  const profile = () => settings.get().service;
  const vault = createVault({ profile: deps.profile, files: world.files, random: world.random, secrets: world.secrets });
  const secrets = companySecrets(vault, relayUrl);
  const dates = clockWatch(world.clock);
  const dated = { ...world, http: dates.noting(world.http) };
  const network = createNetwork({ world: dated, deps, settings, secrets, typedIn: wake.secretTypedIn });
  const { http, tokens } = network;
  const other = otherRun(log);
  const heardOther = (isThere: boolean): void => other.heard(isThere);
  const relay = relayClient({ http, relayUrl, deviceToken: () => secrets.deviceToken(), run: deps.run, heardOther });
  const inside: Inside = { ...of, network, relay, secrets };
  const companies = companiesOf(inside, (integrationId) => results.way().closed.includes(integrationId));
  const { watch: serviceKeys, ...verifying } = serviceKeysOf({
    world: { ...world, http },
    relayUrl,
    relay,
    by: deps,
    kept: journal.keys,
    profile,
    token: () => tokens.token(),
  });
  const results: Results = resultsOf(inside, { companies, verifying });
  const noAnswers = noAnswersOf(inside, results);
  const upload = dates.naming(uploadOf(inside));
  const invitations = invitationsOf(inside, { companies, secretsAt: (url) => companySecrets(vault, () => url) });
  return { network, dates, vault, secrets, companies, invitations, results, noAnswers, serviceKeys, upload, other };
}

type Inside = RemotePartsDeps & { readonly network: Network; readonly relay: RelayClient; readonly secrets: CompanySecrets };

function companiesOf(
  { world: { clock, random, log }, deps, journal, settings, wake, network, relay, secrets }: Inside,
  isShut: (integrationId: IntegrationId) => boolean,
): Companies {
  const profile = () => settings.get().service;
  return createCompanies({
    clock,
    random,
    log,
    relay,
    secrets,
    isShut,
    store: journal.companies,
    deviceName: () => deps.deviceName,
    checkEveryMs: () => settings.get().checkMinutes * MINUTE_MS,
    check: checkConnection({ http: network.http, tokens: network.tokens, profile }),
    ready: () => settings.get().relayUrl !== null && profile() !== null,
    changed: wake.companyChanged,
    proved: wake.companyProved,
    removed: wake.companyRemoved,
  });
}

type InvitationsDeps = { readonly companies: Companies; readonly secretsAt: (relayUrl: string) => CompanySecrets };

/** The relay of an invitation is not the profile's own before the user has said yes to it: it gets a client, and a device token, of its own. */
function invitationsOf(
  { world: { clock, random, log }, deps, journal, settings, network, relay, secrets }: Inside,
  { companies, secretsAt }: InvitationsDeps,
): RemoteParts['invitations'] {
  return {
    clock,
    random,
    log,
    settings,
    secretsAt,
    store: journal.companies,
    claims: keptClaims({ clock, secrets }),
    sent: sentClaims(secrets),
    deviceName: () => deps.deviceName,
    partner: () => relay.partner(),
    relayAt: (relayUrl) =>
      invitationClient({
        http: network.http,
        relayUrl: () => relayUrl,
        deviceToken: () => secretsAt(relayUrl).deviceToken(),
        run: deps.run,
      }),
    connect: (company) => companies.connect(company),
  };
}

type ResultsDeps = { readonly companies: Companies; readonly verifying: Pick<ServiceKeys, 'verify' | 'relayKeys'> };

function resultsOf(
  { world: { clock, random, log }, journal, settings, wake, relay }: Inside,
  { companies, verifying }: ResultsDeps,
): Results {
  return createResults({
    ...verifying,
    clock,
    random,
    log,
    relay,
    store: joinedResultsStore(journal),
    secondLook: journal.secondLook,
    silence: () => journal.noAnswers.silence(),
    enrolAgain: () => companies.enrolAgain(),
    revokedSomebody: wake.revokedSomebody,
    ready: () => settings.get().relayUrl !== null,
    isCurrent: (integrationId) => companies.isCurrent(integrationId),
    prove: (integrationId) => companies.proveAgain(integrationId),
    committed: wake.pageCommitted,
  });
}

/** The watch over unanswered documents, given what relay and service are seen to do. */
function noAnswersOf({ world: { clock, log }, journal, settings, wake, network }: Inside, results: Results): NoAnswerWatch {
  return createNoAnswerWatch({
    clock,
    log,
    store: journal.noAnswers,
    askAfterDays: () => settings.get().askAfterDays,
    silentSince: () => {
      const relay = results.view();
      return relay.kind === 'unreachable' ? relay.since : null;
    },
    wasRead: () => results.view().kind === 'connected',
    serviceAnswers: serviceAnswers({ http: network.http, profile: () => settings.get().service }),
    closedLinks: () => results.way().closed,
    logsSince: () => results.heard().logsSince,
    told: wake.answered,
  });
}

function uploadOf({ world: { clock, random }, settings, wake, network, secrets }: Inside): Upload {
  return importDocument({
    http: network.http,
    clock,
    random,
    tokens: network.tokens,
    profile: () => settings.get().service,
    secretOf: (integrationId) => secrets.secretOf(integrationId),
    noSecret: wake.secretMissing,
    worked: wake.importWorked,
  });
}

/** The journal as intake writes to it: frequent writes share a commit with others, and are durable when their promise resolves. */
export function joinedIntakeStore({ intake, join }: Pick<Journal, 'intake' | 'join'>): IntakeStore {
  return {
    ...intake,
    enqueue: (found) => join(() => intake.enqueue(found)),
    noteSame: (folderId, files) => join(() => void intake.noteSame(folderId, files)),
    // Twenty folders are swept at about the same time: one flush for all of them, instead of twenty every half minute.
    swept: (folderId, seen) => join(() => void intake.swept(folderId, seen)),
  };
}

/** The journal as the relay link writes to it: a page of results shares a flush with other writes, and is durable when its promise resolves. */
function joinedResultsStore({ results, join }: Pick<Journal, 'results' | 'join'>): ResultsStore {
  return { ...results, commitPage: (page) => join(() => results.commitPage(page)) };
}

const TIMEOUT_MS = 20 * SECOND_MS;

/** Whether anything answers at the service's address: if so, this computer is not offline. Needs no token. */
function serviceAnswers({ http, profile }: { readonly http: Http; readonly profile: () => ServiceProfile | null }) {
  return async (): Promise<boolean> => {
    const known = profile();
    if (known === null) return false;
    const headers = { accept: 'application/json' };
    const sent = await http.send({ method: 'GET', url: known.jwksUrl, headers, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX });
    return sent.ok;
  };
}
