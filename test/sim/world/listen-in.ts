import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { TOKEN_PATH } from '#shared/contract/routes.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { HttpAnswer, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import type { Told, Upload, Violation } from '../invariants/evidence.ts';
import type { Computer } from './computer.ts';
import type { Departures } from './evidence/departures.ts';
import type { Ledger } from './ledger.ts';
import { SANDBOX_ORIGIN } from './network/servers.ts';
import type { Listeners } from './network/sim-http.ts';
import { seenOf, type SeenUpload, type TrafficRecorder, uploadOf } from './network/traffic-recorder.ts';
import { numberOf, saysReceived } from './told.ts';
import { bodyAtHand } from '#test/support/network/scripted-server.ts';

/** Where what is heard goes, and what the listeners have to know. */
export type ListensFor = {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly departures: Departures;
  readonly trafficRecorder: TrafficRecorder;
  readonly direct: ReadonlySet<string>;
  readonly uploads: Upload[];
  readonly answers: Told[];
  readonly found: Violation[];
  readonly lineFault: HttpFault | null;
};

/** States in which an item may be while a request of it leaves: a result can overtake a second attempt with a fresh token. */
const BEGUN = new Set(['uploading', 'accepted', 'refused']);
/** What is asked for so that a document can be sent, and the sending itself. */
const ENDINGS: readonly string[] = [TOKEN_PATH, RELAY_PATHS.accessToken, ...IMPORT_TYPES.map((type) => `/${type}`)];

/** What the checkers hear of one run of a computer's program, and the faults of its line to the service. */
export function listenIn(office: ListensFor, by: Computer): Listeners {
  const connecting = new Connecting(office.clock);
  return {
    tap: (request) => tap(office, request, by),
    heard: (request, answer) => heard(office, { request, answer, by }),
    sends: ({ url }) => (ENDINGS.some((ending) => url.endsWith(ending)) ? connecting.begin() : () => undefined),
    asked: (request) => {
      const seen = seenOf(request);
      const at = { atMs: office.clock.monotonicMs(), connectingMs: connecting.forMs() };
      return seen === null ? () => undefined : office.departures.ask({ ...seen, by: by.name, ...at });
    },
    fault: (origin) => (origin === SANDBOX_ORIGIN ? office.lineFault : null),
  };
}

async function tap(office: ListensFor, request: HttpRequest, by: Computer): Promise<void> {
  const { found, ledger, trafficRecorder, direct } = office;
  const wrong = wrongSecretIn(request, { secrets: trafficRecorder.owned, direct: direct.has(by.name) });
  if (wrong !== null) found.push({ invariant: 13, what: `${by.name}: ${wrong}` });
  const seen = fileSeenIn(request, ledger);
  if (seen === null) return;
  const agreed = seen.entries === undefined || ledger.isAgreed(by.name, seen.sha256, seen.entries.linesSha256);
  const pair = pairIn(seen, by.name, ledger);
  // Called before anything else is awaited: the sender may be killed while its journal is being read.
  const items = await by.seenItems();
  const intended = items.some((item) => item.reference === seen.reference && BEGUN.has(item.state.kind));
  office.uploads.push({ ...seen, by: by.name, intended, asked: ledger.isWanted(seen, by.name), agreed, pair });
}

/** What went with a scan that comes with entries, and whether that was meant at this moment; null for any other document. */
function pairIn({ importType, sha256, beside }: SeenUpload, by: string, ledger: Ledger): Upload['pair'] {
  if (importType === 'entries' || (beside === undefined && !ledger.pairs.isPaired(sha256))) return null;
  if (beside === undefined) return { body: null, file: null, meant: ledger.pairs.isWithout(by, sha256) };
  const from = ledger.pairs.beside(sha256, beside);
  const meant = from !== null && ledger.isAgreed(by, sha256, from.reading.linesSha256);
  return { body: beside, file: from?.file.sha256 ?? null, meant };
}

/** By the file that was sent: the request of a file of entries has only its lines. */
function fileSeenIn(request: HttpRequest, ledger: Ledger): SeenUpload | null {
  const seen = uploadOf(request);
  if (seen?.entries === undefined) return seen;
  return { ...seen, sha256: ledger.entriesFileOf(seen.entries.integrationId, seen.reference) ?? 'none' };
}

type Heard = { readonly request: HttpRequest; readonly answer: HttpAnswer; readonly by: Computer };

/** If the computer is killed at this moment, it gets the answer again at the next attempt. */
function heard({ answers, ledger }: ListensFor, { request, answer, by }: Heard): void {
  const seen = saysReceived(answer) ? fileSeenIn(request, ledger) : null;
  if (seen === null) return;
  const { importType, reference } = seen;
  const sha256 = ledger.fileOf(seen.sha256);
  answers.push({ by: by.name, importType, sha256, number: numberOf(reference), documentId: null, reference: null, says: 'received' });
}

/** What follows within this time belongs to the same try. */
const SAME_TRY_MS = 1_000;

/** For how long one run of a program has been asking for tokens and connections for its documents, without a pause. */
class Connecting {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #underWay = 0;
  #sinceMs: number;
  #idleMs: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#sinceMs = this.#idleMs = clock.monotonicMs();
  }

  /** A request begins; the result is called when it ends. */
  begin(): () => void {
    const now = this.#clock.monotonicMs();
    if (this.#underWay === 0 && now - this.#idleMs > SAME_TRY_MS) this.#sinceMs = now;
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
      this.#idleMs = this.#clock.monotonicMs();
    };
  }

  forMs(): number {
    return this.#clock.monotonicMs() - this.#sinceMs;
  }
}

/** The only places where a secret may go: the client's to the token route, an integration's to its routes and, as the proof, to the relay. */
type OwnedSecrets = { readonly client: string; readonly integrations: ReadonlySet<string> };

/** Larger than any request body of ours without a file; a file is not searched. */
const BODY_BYTES_MAX = 4_000;

/** What is wrong with the secrets of a request that leaves a desktop (invariant 13, C3 and C5); null when nothing is. */
function wrongSecretIn(request: HttpRequest, of: { readonly secrets: OwnedSecrets; readonly direct: boolean }): string | null {
  const { pathname } = new URL(request.url);
  if (of.direct && pathname === RELAY_PATHS.accessToken) return 'asks the relay for a token, with credentials of its own';
  const said = textOf(request);
  if (said.includes(of.secrets.client) && !pathname.endsWith('/oauth2/token')) return `tells the client secret to ${pathname}`;
  const mayProve = pathname.startsWith('/v1/integrations/') || pathname === RELAY_PATHS.integrations;
  if (mayProve) return null;
  for (const secret of of.secrets.integrations) if (said.includes(secret)) return `tells an integration's secret to ${pathname}`;
  return null;
}

function textOf({ headers, body }: HttpRequest): string {
  const bytes = bodyAtHand(body);
  const text = bytes.byteLength > BODY_BYTES_MAX ? '' : bytes.toString('latin1');
  return `${Object.values(headers).join('\n')}\n${text}`;
}
