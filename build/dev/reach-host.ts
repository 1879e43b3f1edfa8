import { z } from 'zod';
import { type EngineClient, engineClient, freshAddress } from '../demo/engine-client.ts';
import { askHost } from './ask-host.ts';

/** One start of the headless host, as the development server reaches it. */
export type DevHost = {
  readonly port: number;
  /** The Host header of this start, which has its own name. */
  readonly host: string;
  /** Headers that the host sends with its pages. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  readonly client: EngineClient;
  /** A fresh session of this start. */
  readonly signIn: (userAgent: string) => Promise<string>;
  /** A one-time token for the window's address. */
  readonly freshToken: () => Promise<string>;
};

/** Headers about a single message, not about pages. */
const OF_ONE_MESSAGE = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
const sessionSchema = z.object({ session: z.string() });

/** Connects to the host that runs on this profile now, with the rights of its command line. */
export async function reachHost(profile: string): Promise<DevHost> {
  const { host, port: text } = new URL(await freshAddress(profile));
  const port = Number(text);
  const page = await askHost({ port, method: 'GET', path: '/', headers: { host } });
  const freshToken = async (): Promise<string> =>
    new URLSearchParams(new URL(await freshAddress(profile)).hash.slice(1)).get('token') ?? '';
  return {
    port,
    host,
    pageHeaders: Object.fromEntries(
      Object.entries(page.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !OF_ONE_MESSAGE.has(name) ? [[name, value]] : [],
      ),
    ),
    client: engineClient(profile),
    freshToken,
    signIn: async (userAgent) => {
      const headers = { host, origin: `http://${host}`, 'x-intray': '1', 'content-type': 'application/json', 'user-agent': userAgent };
      const answer = await askHost({
        port,
        method: 'POST',
        path: '/session',
        headers,
        body: JSON.stringify({ token: await freshToken() }),
      });
      return sessionSchema.parse(JSON.parse(answer.body)).session;
    },
  };
}
