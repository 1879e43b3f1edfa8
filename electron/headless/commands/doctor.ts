import { z } from 'zod';
import { type Command, command, type RunningHost } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { bad, type DoctorFinding, good, ofOwnFiles, warning } from './support/of-own-files.ts';
import { FOLDER_WORDS, NO_HOST, table } from './support/say.ts';
import type { Tried, TryFault } from '#shared/app-api/diagnostics.ts';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { isVaultShut } from '#shared/app-api/secrets.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import { openRefusals } from '#shared/domain/standing.ts';
import { maySendAsItIs } from '#shared/domain/folder/unfinished.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { EngineClient } from '../engine-client.ts';

export const doctorCommand: Command = command({
  words: 'doctor',
  usage: '',
  summary:
    'looks at all that sending needs (own files, service, relay, clock, each company and folder) and says what to do; 1 if something is broken',
  options: {},
  schema: z.object({ paths: z.array(z.string()).max(0, 'nothing else is expected') }),
  needs: () => 'looked',
  run: async (_, call) => {
    const findings = await examine(call.client, call.host);
    call.answer(findings, table(findings.flatMap(linesOf)));
    return findings.some(({ verdict }) => verdict === 'bad') ? EXIT.no : EXIT.done;
  },
});

function linesOf({ verdict, what, detail, remedy }: DoctorFinding): readonly (readonly string[])[] {
  return [[verdict, `${what}: ${detail}`], ...(remedy === '' ? [] : [['', `  → ${remedy}`]])];
}

/** Checks everything that sending needs, with requests made now. Sends no document and changes no file. */
async function examine(client: EngineClient, host?: RunningHost): Promise<readonly DoctorFinding[]> {
  const ways = [await tryWay(client, 'service'), await tryWay(client, 'relay')];
  const companies: DoctorFinding[] = [];
  const before = await client.overview();
  for (const company of before.companies) companies.push(...(await ofCompany(client, company, before)));
  // Read after these requests, because their answers tell the time.
  const overview = await client.overview();
  const diagnostics = await client.diagnostics.view();
  // In parallel, because a disk that does not answer makes its check wait.
  const folders = await Promise.all(overview.folders.map((folder) => ofFolder(client, folder)));
  return [
    ...(overview.noHost === true ? [warning('host', NO_HOST, 'start it; "--help" says how')] : []),
    ...(host === undefined ? [] : ofWindow(host)),
    ...ofOwnFiles(overview, diagnostics),
    ...(overview.isCopied === true
      ? [
          bad(
            'profile',
            'a copy of it runs at the same time; the lists may differ',
            'end one of them, or run "companies new-identity" on the copy',
          ),
        ]
      : []),
    ...ways,
    ofClock(diagnostics.clockAheadMs),
    ...companies,
    ...folders,
    ...ofAnswers(overview),
    ...needed(overview),
    ...ofUnfinished(overview),
  ];
}

/** Whether another user of this computer could answer a browser in place of the window. */
function ofWindow({ ipv6 }: RunningHost): readonly DoctorFinding[] {
  switch (ipv6) {
    case 'held':
      return [good('window', 'its port is held on 127.0.0.1 and ::1, so that no other user of this computer can answer in its place')];
    case 'reserved':
      return [good('window', 'is on 127.0.0.1 alone, because IPv6 is switched off here; its port is held for ::1, too')];
    case 'none':
      return [
        warning('window', 'is on 127.0.0.1 alone, because this computer has no IPv6', 'nothing to do; restart the host if it gets IPv6'),
      ];
    case null:
    case undefined:
      return [warning('window', 'it is not known whether its port is held on ::1, too', 'restart the host: it is of an earlier version')];
    default:
      return unreachable(ipv6);
  }
}

async function tryWay(client: EngineClient, what: Extract<Tried, 'service' | 'relay'>): Promise<DoctorFinding> {
  const tried = await client.diagnostics.try({ what });
  if (tried.ok) return good(what, `answers, in ${tried.value.milliseconds} ms`);
  const [detail, remedy] = TRY_WORDS[tried.failure.kind];
  return bad(what, `${detail} (${tried.failure.code})`, remedy);
}

const SET_UP = 'give this installation its addresses with "configure FILE"';
const TRY_WORDS: Readonly<Record<TryFault['kind'], readonly [detail: string, remedy: string]>> = {
  'not-set': ['no address is known', SET_UP],
  network: ['nothing gets there', 'look at network, firewall and the address; "settings get proxy" says by which way'],
  'timed-out': ['no answer came in time', 'look at network and firewall; try again'],
  certificate: [
    'whoever answers has not the right certificate',
    'a proxy that reads along needs its root certificate in NODE_EXTRA_CA_CERTS',
  ],
  proxy: ['the proxy does not let it through', 'look at "settings get proxy"; its password is kept with "secrets keep proxy-password"'],
  credentials: ['the client id and secret typed in here are not taken', 'keep the right one with "secrets keep client-secret"'],
  partner: ["Intray's own credentials are not taken", 'tell whoever runs the relay'],
  'not-connected': ['a token is lent only once a company is connected', 'connect one with "companies connect"'],
  vault: ['the keychain does not give what is needed', 'see the vault, above'],
  answer: ['somebody else answers', 'look at the address; in a hotel, log in to its network first'],
};

const MOST_MINUTES_OFF = 5;

function ofClock(aheadMs: number | null): DoctorFinding {
  if (aheadMs === null)
    return warning('clock', 'nobody told the time', 'nothing to do: it is known as soon as the import service or the relay answers');
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS);
  if (minutes <= MOST_MINUTES_OFF) return good('clock', 'agrees with the import service and the relay');
  return bad('clock', `${minutes} minutes ${aheadMs > 0 ? 'ahead' : 'behind'}`, 'set the date and time of this computer');
}

/** `before` was read before the check: a connection last seen before that time could not be checked now. */
async function ofCompany(client: EngineClient, company: Company, before: Overview): Promise<readonly DoctorFinding[]> {
  // The vault has to be fixed first.
  return isVaultShut(before.vault) ? [] : [await ofConnection(client, company, before)];
}

async function ofConnection(client: EngineClient, { id, name }: Company, { disk, now: asked }: Overview): Promise<DoctorFinding> {
  const what = `company ${JSON.stringify(name)}`;
  // While the disk is bad, the service's answer could not be written down, so the service is not asked.
  if (disk.kind === 'bad') return warning(what, 'could not be asked about now', 'see disk, above');
  const checked = await client.companies.check({ companyId: id });
  if (!checked.ok) return bad(what, 'was removed a moment ago', '');
  const { connection } = checked.value;
  switch (connection.kind) {
    case 'active':
      if (connection.seenAt >= asked) return good(what, 'connected');
      return warning(
        what,
        `connected on ${new Date(connection.seenAt).toISOString()}; it could not be asked about now`,
        'see service and relay, above',
      );
    case 'paused':
      return warning(what, 'paused: nothing is sent for it', 'resume it with "companies resume"');
    case 'invalid':
      return bad(what, `not connected (${connection.reason}); its documents wait`, 'connect it anew with "companies reconnect"');
    case 'checking':
      return warning(
        what,
        `its connection could not be made sure of (${connection.doubt})`,
        'see service, relay and vault, above; Intray asks again by itself',
      );
    default:
      return unreachable(connection);
  }
}

async function ofFolder(client: EngineClient, { path, state, watching, subfolders, tooDeep, linked }: Folder): Promise<DoctorFinding> {
  const what = `folder ${JSON.stringify(path)}`;
  // Without a running host, `state` is from the last time; whether the folder can be read is checked now.
  const seen = await client.folders.look({ path });
  const now = seen.ok ? (seen.value.exists ? state : 'missing') : stateOf(seen.failure);
  if (now !== 'present') return bad(what, ...FOLDER_WORDS[now]);
  const depth = subfolders ? 'with all below it' : 'itself alone';
  if (watching === 'polling')
    return warning(
      what,
      `is looked at from time to time, ${depth}: the system tells nothing`,
      'nothing to do: files take half a minute longer',
    );
  if (tooDeep !== null)
    return warning(
      what,
      `${tooDeep.folders} below it lie too deep to be looked into, such as ${JSON.stringify(tooDeep.first)}`,
      'move what is to be sent further up, or watch a folder further down instead',
    );
  const often = watching === 'share' ? '; it is on another computer, and looked at every half minute' : '';
  return good(what, `can be read, ${depth}${often}${saysLinked(linked)}`);
}

function saysLinked(linked: Folder['linked']): string {
  return linked === null ? '' : `; ${linked.folders} links to folders in it are not followed, such as ${JSON.stringify(linked.first)}`;
}

function stateOf({ kind }: FolderFault): Exclude<FolderState, 'present'> {
  return kind === 'denied' || kind === 'silent' ? kind : 'missing';
}

/** Signed by keys that the service removed while this computer was off, or forged. Those to awaited documents are offered to the user. */
function ofAnswers({ answers: { unknownKey } }: Overview): readonly DoctorFinding[] {
  if (unknownKey === 0) return [];
  return [warning('answers', `${unknownKey} by keys unknown here`, 'nothing to do: Intray judges them again every hour')];
}

/** What waits for a user is a warning, not a fault. */
function needed({ companies, folders, counts, misplaced, answers }: Overview): readonly DoctorFinding[] {
  const asking = [
    [openRefusals(counts), 'refused', 'see why with "documents --state refused"; when it is resolved, "documents resolve"'],
    [counts.held, 'held with a question', 'see "documents --state held", then "allow" or "bulk-arrivals"'],
    [counts.unfit, 'that cannot be sent as they are', 'see "documents --state unfit"'],
    [counts.unproven, 'with a result that nothing proves', 'see "documents --asking", then "documents take-unproven"'],
    [counts.noAnswer, 'without a result for long', 'see "documents --asking"'],
  ] as const;
  return [
    ...(companies.length > 0 ? [] : [warning('companies', 'there are none', 'connect one with "companies connect"')]),
    ...(folders.length > 0 ? [] : [warning('folders', 'there are none', 'add one with "folders add"')]),
    ...(answers.quiet === undefined
      ? []
      : [
          warning(
            'results',
            'documents wait for more than a day, and the relay has heard nothing of the import service for as long',
            'ask whoever runs the relay whether the import service still sends its webhooks there',
          ),
        ]),
    ...asking.filter(([count]) => count > 0).map(([count, detail, remedy]) => warning('documents', `${count} ${detail}`, remedy)),
    ...misplaced.map(({ path, count }) =>
      warning('misplaced', `${count} beside the watched folders, in ${JSON.stringify(path)}, not sent`, 'put them into one of the folders'),
    ),
  ];
}

/** A file still incomplete after more than a minute may never be completed; one that is still being written is not worth a warning. */
function ofUnfinished({ unfinished = [], now }: Overview): readonly DoctorFinding[] {
  const files = unfinished.flatMap((one) => one.files);
  const count = files.filter((file) => maySendAsItIs(file, now)).length;
  const failed = files.filter(({ fetch }) => fetch?.kind === 'failed').length;
  const inCloud = unfinished.reduce((sum, one) => sum + (one.inCloud?.files ?? 0) + (one.inCloud?.stubs ?? 0), 0);
  const all = [
    [count, 'not complete', 'see "status"; Intray waits for the rest, "send-as-it-is" does not'],
    [failed, 'not fetched from the cloud', 'see "status"; see that the cloud\'s own program runs'],
    [inCloud, 'in the cloud only', 'see "status"; "folders fetch" fetches and sends them'],
  ] as const;
  return all.flatMap(([some, detail, remedy]) => (some === 0 ? [] : [warning('files', `${some} ${detail}`, remedy)]));
}
