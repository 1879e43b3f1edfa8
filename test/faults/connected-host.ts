import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from '#test/support/folders.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { type Host, startHost } from '../../build/demo/start-host.ts';
import type { Parts } from '../../build/demo/start-parts.ts';
import type { Upload } from '#electron/delivery/deliver-item.ts';
import { importDocument } from '#electron/service/import-document.ts';
import { createSandbox } from '#sandbox/create-sandbox.ts';
import { cutting } from '#sandbox/faults/broken-answer.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { newSigningKey } from '#sandbox/world.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { serve } from '#shared/node/http/serve.ts';
import type { Http } from '#shared/ports/http.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import { faultProxy, type LineFault } from '#test/support/network/proxies.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { aLife } from '#test/unit/electron/delivery/a-life.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';

/**
 * A host with one company and a folder `Purchases`, plus those in `more`, all swept once. `start` runs another host on its profile; all end
 * with the test. `documents` are those of the company at the service, in order. `program` is the host's own file, if it is another one.
 */
export async function connectedHost(
  { control, installation }: Parts,
  { more = [], settleMs = 50, program }: { readonly more?: readonly string[]; readonly settleMs?: number; readonly program?: string } = {},
) {
  const root = tempFolder();
  const [profile, folder] = [join(root, 'profile'), join(root, 'Purchases')];
  for (const path of [profile, folder]) mkdirSync(path);
  const start = async (): Promise<Host> => {
    const host = await startHost(profile, {}, '0', program);
    onTestFinished(() => host.program.kill());
    return host;
  };
  const first = await start();
  await first.client.installation.change(installation);
  const integration = await control.createIntegration();
  const company = await first.client.companies.connect({ name: 'Exemple SARL', ...integration });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, importType: 'purchase-invoices', settleMs } as const;
  for (const path of [folder, ...more]) {
    const added = await first.client.folders.add({ ...of, path });
    if (!added.ok) throw new Error(added.failure.kind);
  }
  await firstSweep(first.client);
  const documents = async () => (await control.documents()).filter((one) => one.integrationId === integration.integrationId);
  return { root, profile, folder, start, first, documents };
}

/** The limit for silent lines, instead of a minute and more: many times what one upload takes on this machine. */
const SILENCE_MS = 1_500;
/** Faults hit the first attempt; what has not arrived by then will not arrive. */
const TRIES_MAX = 12;

/** One upload over a faulty line, and what became of the document in the end. */
export type Sent = {
  readonly item: Item;
  /** The outcome of every attempt, in order. */
  readonly outcomes: readonly Outcome[];
  /** Documents that the service has of it. */
  readonly documents: readonly string[];
};

/** Real delivery, journal and HTTP on one side, the sandbox as a server on the other, and a line between them that breaks. */
export async function aLine() {
  const service = await aSandbox();
  const proxy = await faultProxy(service.profile.baseUrl);
  const { open, drop, over, received } = await aSender(service, proxy.url);
  return {
    ...service,
    proxy,
    clock: open.clock,
    /** On a connection of its own, so that bytes are counted from its beginning. */
    send: async (content: string, fault: LineFault): Promise<Sent> => {
      const mine = undiciHttp();
      proxy.next(fault);
      const outcomes = over(mine);
      const itemId = drop(content);
      await open.clock.settle();
      await received(itemId);
      await mine.close();
      const { reference } = item(open, itemId);
      const all = (await service.documents()).filter((one) => one.externalReference === reference);
      return { item: item(open, itemId), outcomes, documents: all.map((one) => one.documentId) };
    },
  };
}

/** One computer's delivery, over any given HTTP. */
async function aSender(service: Awaited<ReturnType<typeof aSandbox>>, baseUrl: string) {
  const open = anOpenJournal();
  const disk = memoryFiles();
  const folder = aFolder(open, aCompany(open, service.integrationId));
  let http: Http = service.http;
  let outcomes: Outcome[] = [];
  let flight: Promise<unknown> = Promise.resolve();
  const send = importDocument({
    http: { open: (request) => http.open(request), send: (request) => http.send({ ...request, timeoutMs: SILENCE_MS }) },
    clock: open.clock,
    random: nodeRandom(),
    tokens: tokenCache(() => requestToken(service.http, { ...service.credentials, authUrl: service.profile.authUrl }), open.clock),
    profile: () => ({ ...service.profile, baseUrl }),
    secretOf: async () => ok(service.integrationSecret),
    noSecret: () => undefined,
    worked: () => undefined,
  });
  const upload: Upload = (what, stop) => {
    const into = outcomes;
    const sent = send(what, stop);
    flight = sent.then((outcome) => into.push(outcome));
    return sent;
  };
  await aLife({ ...open, files: disk, upload }).delivery.start();
  return {
    open,
    drop: (text: string): ItemId => {
      // The sandbox checks the first bytes.
      const [content, name] = [`%PDF-1.4\n${text}`, text.slice(0, 40)];
      disk.all.set(`${folder.path}/${name}`, Buffer.from(content));
      return open.journal.intake.enqueue(aFile(folder, { name, content })).itemId;
    },
    /** Uses this HTTP from now on; returns the list that collects the outcomes. */
    over: (other: Http): readonly Outcome[] => {
      http = other;
      outcomes = [];
      return outcomes;
    },
    received: async (itemId: ItemId): Promise<void> => {
      for (let tries = 0; tries < TRIES_MAX && isUnderWay(item(open, itemId)); tries += 1) {
        await flight;
        await open.clock.advance(MINUTE_MS);
      }
    },
  };
}

function isUnderWay({ state }: Item): boolean {
  return state.kind === 'waiting' || state.kind === 'uploading';
}

async function aSandbox() {
  const http = ended(undiciHttp());
  let fetch: ((request: Request) => Promise<Response>) | null = null;
  const served = await serve(
    cutting(async (request) => fetch?.(request) ?? new Response(null, { status: 503 })),
    { port: 0, drainMs: 100 },
  );
  const origin = `http://127.0.0.1:${served.port}`;
  const sandbox = createSandbox(
    { clock: nodeClock(), random: nodeRandom(), http, log: recordingLog(), newSigningKey, decodeFile: decodeInThread },
    { origin },
  );
  fetch = sandbox.fetch;
  onTestFinished(async () => {
    await served.close();
    await sandbox.close();
  });
  const control = async (path: string, method = 'GET', body?: unknown): Promise<never> => {
    const request = new Request(`${sandbox.addresses.controlUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await sandbox.control(request);
    return (answer.status === 204 ? null : await answer.json()) as never;
  };
  const made: { integrationId: string; integrationSecret: string } = await control('/integrations', 'POST');
  return {
    control,
    http,
    credentials: sandbox.credentials,
    profile: serviceProfileSchema.parse({ ...sandbox.addresses, scope: sandbox.credentials.scope }),
    integrationId: integrationIdSchema.parse(made.integrationId),
    integrationSecret: made.integrationSecret,
    documents: (): Promise<readonly { documentId: string; externalReference: string | null }[]> => control('/documents'),
  };
}

function ended<T extends { close(): Promise<void> }>(one: T): T {
  onTestFinished(() => one.close());
  return one;
}
