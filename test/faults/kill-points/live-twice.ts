import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Point } from './points.ts';
import { sendUnder, type Stage } from './stage.ts';

export type TwoLives = {
  readonly point: Point;
  /** Whether the first life was killed there; if the call did not come, nothing is proved. */
  readonly killed: boolean;
  /** What is wrong after the second life; empty when all is well. */
  readonly wrong: readonly string[];
};

/** What a kill may leave for the next start to tidy: a copy of the journal in the making. */
const FORGIVEN = /^backups\//;
const SPOOLED = join('spool', 'x').slice(0, -1);
const HALF = /\.part$|made-anew|damaged|recovery/;

/** One file, a life that is killed at the point, and a second, undisturbed one; returns the result. */
export async function liveTwice(stage: Stage, point: Point, text: string): Promise<TwoLives> {
  const file = stage.begin(text);
  const before = stage.watched();
  await stage.documents();
  // strace's own filter (--seccomp-bpf) would be faster, but then the injection would not work.
  const trace = ['-o', '/dev/null', '-e', `trace=${point.call}`];
  const inject = ['-e', `inject=${point.call}:signal=SIGKILL:when=${point.at}`];
  const first = await sendUnder([...trace, ...inject], { profile: stage.profile, file, life: 'disturbed' });
  const killed = first.code === 137 || first.signal === 'SIGKILL';
  const second = await sendUnder(null, { profile: stage.profile, file });
  const documents = await stage.documents();
  const own = stage.own();
  const wrong = [
    second.code === 0 && /accepted/.test(second.stdout)
      ? null
      : `the second life ended with ${second.code}: ${second.stdout}${second.stderr}`,
    documents.length === 1 ? null : `${documents.length} documents`,
    JSON.stringify([...stage.watched()]) === JSON.stringify([...before]) ? null : 'the folder is another one',
    ...own.filter((name) => name.startsWith(SPOOLED) || (HALF.test(name) && !FORGIVEN.test(name))).map((name) => `left over: ${name}`),
    ...journalWrongs(stage.profile, documents),
  ];
  return { point, killed, wrong: wrong.filter((one) => one !== null) };
}

function journalWrongs(profile: string, documents: readonly { readonly documentId: string }[]): readonly string[] {
  const journal = new DatabaseSync(join(profile, 'journal.sqlite'));
  const check = Object.values(journal.prepare('PRAGMA integrity_check').get() ?? {})[0];
  const items = journal.prepare("SELECT kind, document_id FROM items WHERE import_type <> ''").all();
  const intents = Number(journal.prepare('SELECT count(*) AS n FROM intents').get()?.['n']);
  journal.close();
  const [item] = items;
  return [
    ...(check === 'ok' ? [] : [`the journal is damaged: ${String(check)}`]),
    ...(items.length === 1 && item?.['kind'] === 'accepted' ? [] : [`items ${JSON.stringify(items)}`]),
    ...(item?.['document_id'] === documents[0]?.documentId ? [] : ['another document']),
    ...(intents === 1 ? [] : [`${intents} references`]),
  ];
}
