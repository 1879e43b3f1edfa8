import { createVerify } from '#electron/results/keys/service-keys.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { createResults, type Results } from '#electron/results/create-results.ts';
import { type RelayClient, relayClient } from '#electron/results/relay-client.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Http } from '#shared/ports/http.ts';
import { recordingLog } from '#test/support/virtual-world.ts';

export type DesktopLinkOf = {
  readonly relayUrl: string;
  readonly service: { readonly baseUrl: string; readonly authUrl: string; readonly jwksUrl: string; readonly issuer: string };
  readonly integration: { readonly integrationId: string; readonly integrationSecret: string };
  /** The file of its journal, which is created. */
  readonly file: string;
  /** Called after each page that was committed. */
  readonly committed?: () => void;
};

export type DesktopLink = {
  mode(): ReturnType<Results['way']>['mode'];
  /** Whether its stream is open and has delivered something. */
  hears(): boolean;
  /** The newest `seq` that was read and committed. */
  seq(): number;
  /** `missing`: places that were skipped; `forged`: events that the service did not sign. */
  figures(): { readonly missing: number; readonly forged: number };
  /** Milliseconds from the end of each stream to the first bytes of the next. */
  readonly gapsMs: readonly number[];
  close(): Promise<void>;
};

/** The part of a desktop that concerns results: its relay client, listener, look, signature check and journal, over real connections. */
export async function desktopLink(of: DesktopLinkOf): Promise<DesktopLink> {
  const [clock, random, log, http] = [nodeClock(), nodeRandom(), recordingLog(), undiciHttp()];
  const opened = openJournal(of.file, { clock, random });
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  const integrationId = of.integration.integrationId as IntegrationId;
  const { client, enrol } = deviceOf(http, of.relayUrl);
  const prove = () => client.prove(integrationId, of.integration.integrationSecret);
  for (const first of [await enrol(), await prove()]) if (!first.ok) throw new Error(first.failure.kind);
  journal.companies.addCompany({ name: 'Exemple SARL', colour: null, integrationId, at: clock.wallMs() });
  const watched = timed(client);
  const profile = serviceProfileSchema.parse({ ...of.service, scope: '' });
  const results = createResults({
    clock,
    random,
    log,
    store: journal.results,
    secondLook: journal.secondLook,
    silence: () => journal.noAnswers.silence(),
    relayKeys: async () => null,
    enrolAgain: enrol,
    revokedSomebody: () => undefined,
    isCurrent: () => true,
    ready: () => true,
    relay: watched.client,
    verify: createVerify({
      world: { clock, http },
      profile: () => profile,
      relayUrl: () => of.relayUrl,
      token: async () => fail('none'),
      by: { sha256: nodeSha256 },
      kept: journal.keys,
    }).verify,
    prove,
    committed: () => of.committed?.(),
  });
  results.start();
  return {
    mode: () => results.way().mode,
    hears: watched.hears,
    seq: () => journal.results.links()[0]?.cursor?.seq ?? 0,
    figures: () => journal.results.figures(),
    gapsMs: watched.gapsMs,
    async close() {
      await results.close();
      journal.close();
      await http.close();
    },
  };
}

/** A device that keeps its token only in memory. */
function deviceOf(http: Http, relayUrl: string) {
  let token: string | null = null;
  const client = relayClient({
    http,
    relayUrl: () => relayUrl,
    deviceToken: async () => (token === null ? fail({ kind: 'absent' }) : ok(token)),
  });
  const enrol = async (): Promise<Result<null, { readonly kind: string }>> => {
    const enrolled = await client.enrol('PC');
    if (enrolled.ok) token = enrolled.value.deviceToken;
    return enrolled.ok ? ok(null) : enrolled;
  };
  return { client, enrol };
}

/** The same client, which also measures the time without a stream between two that delivered something. */
function timed(client: RelayClient) {
  const gapsMs: number[] = [];
  let endedAtMs: number | null = null;
  let open = false;
  async function* heard(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        if (endedAtMs !== null) gapsMs.push(performance.now() - endedAtMs);
        endedAtMs = null;
        open = true;
        yield chunk;
      }
    } finally {
      open = false;
      endedAtMs ??= performance.now();
    }
  }
  const doorbell: RelayClient['doorbell'] = async (stop) => {
    const opened = await client.doorbell(stop);
    return opened.ok ? ok({ ...opened.value, chunks: heard(opened.value.chunks), close: () => opened.value.close() }) : opened;
  };
  return { client: { ...client, doorbell }, gapsMs, hears: () => open };
}
