import { SENT_BEFORE_WAYS } from '../domain/item/sent-before/sent-before.ts';
import { SECOND_MS, type WallMs } from '../lib/duration.ts';
import type { Diagnostics, Trouble } from './diagnostics.ts';

/**
 * The text that a user forwards when they ask for help: in English, one line per fact. It cannot contain a name, path, address, document
 * number or secret, since its input has none; ids are shortened.
 */
export function redactedReport(view: Diagnostics): string {
  const { runsOn, journal, clockAheadMs, set } = view;
  const lines = [
    `Intray ${view.version} (${view.host}), report of ${time(view.at)}`,
    `runs since: ${time(view.startedAt)}`,
    `on: ${runsOn.system ?? 'unknown'}; Node ${runsOn.node ?? '?'}; Electron ${runsOn.electron ?? 'none'}; SQLite ${runsOn.sqlite}`,
    `newer versions: ${updatesOf(view)}`,
    `vault: ${view.vault}, key in ${runsOn.key ?? 'unknown'}`,
    `disk: ${view.disk}`,
    `journal: ${journal.bytes ?? '?'} bytes, last backup ${journal.lastBackupAt === null ? 'none' : time(journal.lastBackupAt)}, set-up beside it: ${journal.setUpFault === null ? 'kept' : `not kept (${journal.setUpFault})`}`,
    `clock: ${clockAheadMs === null ? 'not compared' : `${Math.round(clockAheadMs / SECOND_MS)} s ahead of the service`}`,
    `documents: ${countsOf(view)}`,
    `relay: ${relayOf(view)}`,
    answersOf(view),
    `set: service ${yes(set.service)}, relay ${yes(set.relay)}, proxy ${set.proxy}, credentials ${set.credentials}, ${set.parallelUploads} uploads at once, check every ${set.checkMinutes} min, ask after ${set.askAfterDays} days`,
    ...view.companies.map(companyLine),
    ...view.folders.map(folderLine),
    ...view.failures.map((one) => troubleLine('fails', one)),
    ...view.problems.map((one) => troubleLine('cannot be sent', one)),
  ];
  return `${lines.join('\n')}\n`;
}

function companyLine({ id, connection, because, since, connectedAt, formerIntegrations }: Diagnostics['companies'][number]): string {
  const state = because === null ? connection : `${connection} (${because})`;
  return `company ${short(id)}: ${state} since ${time(since)}, connected ${time(connectedAt)}, ${formerIntegrations} former`;
}

function folderLine(folder: Diagnostics['folders'][number]): string {
  const { id, companyId, importType, state, watching, lastSweptAt, settleMs, moves, converts, sentBefore } = folder;
  const rules = SENT_BEFORE_WAYS.flatMap((way) => (sentBefore[way] === 'ask' ? [] : [`, ${way} pages: ${sentBefore[way]}`]));
  const swept = lastSweptAt === null ? 'never' : time(lastSweptAt);
  return `folder ${short(id)} of ${short(companyId)}: ${importType}, ${state}, by ${watching}, last sweep ${swept}, waits ${settleMs} ms, ${moves ? 'moves' : 'leaves'} files${converts.length === 0 ? '' : `, converts ${converts.join(' and ')}`}${rules.join('')}`;
}

function troubleLine(word: string, { kind, code, count, since }: Trouble): string {
  return `${word}: ${count} × ${kind}${code === null ? '' : ` (${code})`}${since === null ? '' : ` since ${time(since)}`}`;
}

function countsOf({ counts }: Diagnostics): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? 'none' : some.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function updatesOf({ updates: { kind, version, checkedAt, fault } }: Diagnostics): string {
  const last = checkedAt === null ? '' : `, asked ${time(checkedAt)}`;
  return `${kind}${version === null ? '' : ` ${version}`}${last}${fault === null ? '' : ` (${fault})`}`;
}

function relayOf({ relay }: Diagnostics): string {
  switch (relay.kind) {
    case 'connected':
      return `connected since ${time(relay.since)}, last read ${time(relay.lastReadAt)}`;
    case 'unreachable':
      return `unreachable since ${time(relay.since)} (${relay.code})`;
    case 'connecting':
      return 'no answer yet';
    case 'not-set':
    default:
      return 'not set';
  }
}

function answersOf({ answers }: Diagnostics): string {
  const { mode, lastEventAt, missing, forged, unknownKey, unmatched, closed } = answers;
  const last = lastEventAt === null ? 'none' : time(lastEventAt);
  return `answers: by ${mode}, last ${last}, ${missing} missing, ${forged} not signed, ${unknownKey} by unknown keys, ${unmatched} unmatched, ${closed} closed`;
}

function yes(is: boolean): string {
  return is ? 'set' : 'not set';
}

/** Long enough to tell two ids apart, and to find them again on that computer. */
function short(id: string): string {
  return id.slice(0, 8);
}

function time(at: WallMs): string {
  return new Date(at).toISOString();
}
