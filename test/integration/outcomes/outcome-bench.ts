import { createHash } from 'node:crypto';
import type { Item } from '#shared/domain/item/item.ts';
import { integrationFixture, SANDBOX } from '../integration-fixture.ts';

/** One import request, as seen at the service's end of the line. */
export type Tried = { readonly reference: string; readonly sha256: string; readonly token: string };

/** The service's false answer; null for the true one. `never` gives no answer at all. */
export type Said = Response | 'never' | null;

export type Struck = {
  /** Imports of the scan `one`, by the number of the attempt. */
  readonly imported?: (tries: number, honest: () => Promise<Response>) => Said | Promise<Said>;
  readonly health?: () => Said;
  readonly status?: () => Said;
};

/**
 * The whole engine in a town, with an interceptor before the service that gives the scan `one` an answer of the test's own and lets `two`
 * through. `heal` removes it.
 */
export async function underFire(struck: Struck) {
  const fixture = await integrationFixture();
  const tries = new Map<string, Tried[]>();
  let [hand, tokens]: [Struck, number] = [struck, 0];
  const truth = fixture.sandbox.fetch;
  const answer = async (request: Request): Promise<Said> => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/token')) tokens += 1;
    if (pathname.endsWith('/health')) return hand.health?.() ?? null;
    if (/\/integrations\/[^/]+$/.test(pathname)) return hand.status?.() ?? null;
    if (!pathname.endsWith('-invoices')) return null;
    const { name, tried } = await read(request.clone());
    const before = tries.get(name) ?? [];
    tries.set(name, [...before, tried]);
    if (name !== 'one.pdf') return null;
    return (await hand.imported?.(before.length + 1, () => truth(request.clone()))) ?? null;
  };
  const integration = await fixture.integration();
  const company = await fixture.connect('Bakery', integration);
  fixture.network.set(SANDBOX, async (request) => {
    const said = await answer(request);
    return said === 'never' ? new Promise<never>(() => undefined) : (said ?? truth(request));
  });
  return {
    ...fixture,
    integration,
    company,
    triesOf: (name: string): readonly Tried[] => tries.get(`${name}.pdf`) ?? [],
    /** How many different pairs of reference and bytes were sent for it: one, if every attempt was the same. */
    contentsOf: (name: string): number =>
      new Set((tries.get(`${name}.pdf`) ?? []).map(({ reference, sha256 }) => `${reference} ${sha256}`)).size,
    tokensFetched: () => tokens,
    itemOf: async (name: string): Promise<Item> => {
      const found = (await fixture.items()).find((item) => item.sentName === `${name}.pdf`);
      if (found === undefined) throw new Error(`no item ${name}`);
      return found;
    },
    connection: async () => (await fixture.overview()).companies[0]?.connection,
    heal: (): void => {
      hand = {};
    },
  };
}

export type UnderFire = Awaited<ReturnType<typeof underFire>>;

async function read(request: Request): Promise<{ readonly name: string; readonly tried: Tried }> {
  const token = request.headers.get('authorization') ?? '';
  const form = await new Response(await request.arrayBuffer(), { headers: request.headers }).formData();
  const file = form.get('file');
  const bytes = file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: textOf(form, 'filename'), tried: { reference: textOf(form, 'externalReference'), sha256, token } };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
