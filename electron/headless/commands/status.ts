import { join } from 'node:path';
import { z } from 'zod';
import { statusOf } from '#shared/app-api/status/status-of.ts';
import type { AnswersView, Overview } from '#shared/app-api/views.ts';
import { isVaultShut } from '#shared/app-api/secrets.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Disk } from '#shared/domain/disk.ts';
import type { Recovery } from '#shared/domain/connection.ts';
import { causeOfUnreadable, type UnreadableCause } from '#shared/domain/folder/unreadable.ts';
import { type CloudFetch, maySendAsItIs } from '#shared/domain/folder/unfinished.ts';
import { type RelayTrouble, relayTrouble } from '#shared/domain/results/no-answer.ts';
import { MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type Command, command } from './support/command.ts';
import type { EngineClient } from '../engine-client.ts';
import { EXIT } from '../exit-codes.ts';
import { FOLDER_WORDS, NO_HOST, say } from './support/say.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Standing } from '#shared/domain/standing.ts';

export const statusCommand: Command = command({
  words: 'status',
  usage: '[--report] [--seen]',
  summary: 'says how everything stands, and what keeps it from going on; --report in a form that can be sent on, without names',
  options: { report: { type: 'boolean' }, seen: { type: 'boolean' } },
  schema: z.object({
    report: z.boolean().default(false),
    seen: z.boolean().default(false),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  needs: () => 'looked',
  run: async (input, call) => {
    const overview = await call.client.overview();
    if (input.report) call.print((await call.client.diagnostics.report()).text.trimEnd());
    else call.answer(overview, linesOf(overview, await readRelayUrl(call.client, overview)));
    if (input.seen) await call.client.recovery.seen();
    return EXIT.done;
  },
});

/** Needed only if nothing is read from the relay: either its address or a company is missing. */
async function readRelayUrl(client: EngineClient, { relay }: Overview): Promise<string | null> {
  return relay.kind === 'not-set' ? (await client.settings.get()).relayUrl : null;
}

function linesOf(overview: Overview, relayUrl: string | null): readonly string[] {
  const { counts, companies, folders, disk, recovery, clockAheadMs } = overview;
  const documents = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    sentenceOf(overview),
    ...(overview.noHost === true ? [`host: ${NO_HOST}`] : []),
    `standing: ${sayStanding(overview)}`,
    `documents: ${documents.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none'}`,
    ...unfinishedLines(overview),
    ...companies.map((company) => `company ${JSON.stringify(company.name)}: ${sayCompany(company, overview)}`),
    ...folders.flatMap(({ path, state }) => (state === 'present' ? [] : [`folder ${JSON.stringify(path)}: ${FOLDER_WORDS[state][0]}`])),
    `relay: ${sayRelay(overview, relayUrl)}`,
    `results: ${sayAnswers(overview)}`,
    ...(overview.isCopied === true ? [`profile: ${COPIED}`] : []),
    `vault: ${sayVault(overview)}`,
    `disk: ${sayDisk(disk)}`,
    ...(clockAheadMs === undefined
      ? []
      : [`clock: ${Math.round(clockAheadMs / MINUTE_MS)} minutes ahead of the import service and the relay; set the date and time`]),
    ...(recovery === null ? [] : [`journal: ${sayRecovery(recovery)}`]),
  ];
}

/** The sentence of the window and the tray. A company's name in it is foreign text. */
function sentenceOf(overview: Overview): string {
  const { key, values } = statusOf(overview);
  return say(key, values);
}

/** Files that are not in the list of documents yet. */
function unfinishedLines({ unfinished = [], folders, now }: Overview): readonly string[] {
  return unfinished.flatMap(({ folderId, files, more, inCloud }) => {
    const folder = folders.find(({ id }) => id === folderId)?.path ?? '';
    return [
      ...files.map((file) => {
        if (file.fetch !== undefined) return `${sayFetch(file.fetch)}: ${JSON.stringify(join(folder, file.path))}`;
        const remedy = maySendAsItIs(file, now) ? '; if nothing is to come, "send-as-it-is"' : '';
        return `not complete, or being written: ${JSON.stringify(join(folder, file.path))}, ${file.bytes} bytes, since ${time(file.since)}${remedy}`;
      }),
      ...(more > 0 ? [`not complete, or being written: ${more} more in ${JSON.stringify(folder)}`] : []),
      ...((inCloud?.files ?? 0) > 0
        ? [`in the cloud only: ${inCloud?.files} in ${JSON.stringify(folder)}; "folders fetch" fetches and sends them`]
        : []),
      ...((inCloud?.stubs ?? 0) > 0
        ? [`in the cloud only: ${inCloud?.stubs} in ${JSON.stringify(folder)} that only the cloud's own program can fetch`]
        : []),
    ];
  });
}

const FETCH_CAUSES: Readonly<Record<UnreadableCause, string>> = {
  'in-use': 'another program holds it',
  denied: 'this user may not read it',
  'in-cloud': "the cloud's own program does not give it out; see that it runs",
  away: 'the cloud does not answer',
  other: 'it cannot be read',
};

function sayFetch(fetch: CloudFetch): string {
  switch (fetch.kind) {
    case 'waiting':
      return 'waiting to be fetched from the cloud';
    case 'fetching':
      return 'being fetched from the cloud';
    case 'failed':
      return `not fetched from the cloud (${FETCH_CAUSES[causeOfUnreadable(fetch.code)]}, ${fetch.code}), and tried again`;
    default:
      return unreachable(fetch);
  }
}

function sayStanding(overview: Overview): string {
  const { standing, delay } = overview;
  if (overview.waitsForMains === true) return `${standing} (nothing new is sent while this computer runs on its battery, as is set)`;
  if (isBusy(overview)) return `${standing} (the import service is busy; Intray goes on by itself)`;
  return delay ? `${standing} (${delay.items} documents: ${delay.failure.kind} since ${time(delay.since)})` : standing;
}

const WAITS_FOR_VAULT = 'waits for the vault, below';

const TROUBLES: Readonly<Record<RelayTrouble, string>> = {
  certificate: 'whoever answers does not have the right certificate',
  refused: 'it does not know this computer',
  keys: "the import service's keys cannot be read, so no result can be checked",
  odd: 'it says what no relay says',
  busy: 'it is busy or has a fault',
  'own-files': "it answers, but what it says cannot be written to Intray's own files; see disk, below",
  network: 'it cannot be reached',
};

function sayCompany({ connection }: Company, overview: Overview): string {
  const wantsSecret =
    (connection.kind === 'checking' && connection.doubt === 'secrets') ||
    (connection.kind === 'invalid' && connection.reason === 'no-secret');
  if (wantsSecret && isVaultShut(overview.vault)) return WAITS_FOR_VAULT;
  return connection.kind;
}

function sayRelay(overview: Overview, relayUrl: string | null): string {
  const { relay } = overview;
  if (relay.kind === 'not-set' && relayUrl !== null) return 'nothing is read from it before a company is connected';
  if (relay.kind === 'not-set') return 'no address is known; give it with "configure FILE"';
  if (relay.kind === 'connecting') return 'no answer from it yet';
  if (relay.kind !== 'unreachable') return relay.kind;
  if (relay.code === 'no-device' && isVaultShut(overview.vault)) return WAITS_FOR_VAULT;
  return `unreachable since ${time(relay.since)}: ${TROUBLES[relayTrouble(relay.code)]} (${relay.code})`;
}

function sayAnswers({ answers, noHost = false }: Overview): string {
  const { mode, missing, forged, unknownKey, unmatched, closed, quiet } = answers;
  const doubt = quiet === undefined ? '' : `; results may not be reaching Intray: ${sayQuiet(quiet)}`;
  const by = noHost ? 'not read now' : `by ${mode}`;
  return `${by}; ${missing} numbers missing, ${forged} not signed by the import service, ${unknownKey} by keys unknown here, ${unmatched} for unknown documents, ${closed.length} connections closed${doubt}`;
}

function sayQuiet({ lastVerifiedAt }: NonNullable<AnswersView['quiet']>): string {
  const since = lastVerifiedAt === null ? 'as far as it can say' : `since ${time(lastVerifiedAt)}`;
  return `documents wait for more than a day, and the relay heard nothing of the import service ${since}; ask whoever runs the relay`;
}

function sayVault({ vault, vaultDetail }: Overview): string {
  switch (vault) {
    case 'open':
      return vault;
    case 'absent':
      return 'none yet, and none is needed yet';
    case 'locked':
      return 'locked; unlock the keychain, then everything goes on';
    case 'unavailable':
      return `unavailable (${vaultDetail ?? 'unknown'}): the key of the secrets cannot be read; nothing is sent meanwhile, and nothing is lost`;
    case 'lost':
      return 'lost; the key of the secrets is gone: reconnect each company, and keep other secrets anew. The old vault is kept';
    case 'damaged':
      return `damaged (${vaultDetail ?? 'unknown'}): reconnect each company, and keep other secrets anew. The damaged file is kept beside the new one`;
    case 'newer':
      return 'of a newer version of Intray, which this one does not read: install that one again; nothing is sent meanwhile, and nothing is lost';
    case 'unreadable':
      return `unreadable (${vaultDetail ?? 'unknown'}): let this user read and write vault.json in the folder of the profile; nothing is sent meanwhile, and nothing is lost`;
    default:
      return unreachable(vault);
  }
}

const COPIED =
  'a copy of it runs at the same time, perhaps on another computer; no document is sent twice, but the lists may differ. End one of them; if both are to stay, run "companies new-identity" on the copy';
const GONE =
  'the files of the profile were deleted, moved or replaced while Intray runs, so nothing is sent; put them back, or end Intray and start it again';

const DISK_WORDS = {
  full: 'full; make room on the disk of the profile, then everything goes on by itself',
  'read-only': 'read-only; let this user write into the folder of the profile',
  held: 'held by another program, a virus scanner or a backup perhaps; close it, or let it leave the folder of the profile out',
  broken: 'broken; have the disk looked at, since it gives errors',
} as const satisfies Record<Exclude<Extract<Disk, { kind: 'bad' }>['fault'], 'gone'>, string>;

function sayDisk(disk: Disk): string {
  if (disk.kind === 'good') return 'good';
  if (disk.fault === 'gone') return `${GONE} (since ${time(disk.since)})`;
  return `${DISK_WORDS[disk.fault]} (since ${time(disk.since)}); nothing is sent before it can be written down, and nothing is lost`;
}

function sayRecovery({ at, source, upTo, keptAs }: Recovery): string {
  const from =
    upTo === null ? { backup: 'a backup', 'set-up': 'the set-up alone', nothing: 'nothing' }[source] : `the backup of ${time(upTo)}`;
  return `made anew from ${from} on ${time(at)}${keptAs === null ? '' : `; the damaged one is kept as ${keptAs}`}; --seen ends this line`;
}

function time(at: WallMs): string {
  return new Date(at).toISOString();
}

type Seen = {
  readonly standing: Standing;
  readonly companies: readonly Pick<Company, 'connection'>[];
  readonly delay?: { readonly failure: Failure } | null | undefined;
};

/** Whether everything is reachable and the service itself asks us to wait: the connection is not lost, and nobody has to act. */
export function isBusy({ standing, companies, delay }: Seen): boolean {
  return (
    standing === 'disconnected' && delay?.failure.kind === 'service' && companies.every(({ connection }) => connection.kind !== 'checking')
  );
}
