import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts';
import { cutting } from '#sandbox/faults/broken-answer.ts';
import { SECRET_MARKS } from '#sandbox/digest.ts';
import { DEFAULT_SWITCHES } from '#sandbox/switches/switches-schema.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { newSigningKey } from '#sandbox/world.ts';
import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { serve } from '#shared/node/http/serve.ts';
import { tokenForm, webhooks } from '#test/contract/bench.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import type { Drawn } from './draw-request.ts';
import { faultOfProblem } from './fault-of-answer.ts';
import { play, requestsOr, type Right, SEED } from './play.ts';
import type { Answer } from './read-answers.ts';
import { type Caller, sandboxRights, sandboxRoutes } from './rights.ts';

const REQUESTS = requestsOr(3_000);
const WITHIN_MS = 600_000;
const SWITCHES = { ...DEFAULT_SWITCHES, webhookUrl: 'http://127.0.0.1:9/webhooks' };

describe('thousands of odd requests to the sandbox', () => {
  it(
    'are answered without a fault of its own, give nothing away, and record what it said yes to and nothing else',
    async () => {
      const { sandbox, port, clock, log, call } = await started();
      const random = seededRandom(SEED);
      let caller: Caller = await aCaller(sandbox, call);
      let documentId = random.uuid();
      const rights = sandboxRights({ sandbox, caller: () => caller, documentId: () => documentId, uuid: () => random.uuid() });
      expect(Object.keys(rights).toSorted()).toEqual(sandboxRoutes().toSorted());
      let [taken, unsure] = [0, 0];
      const played = await play(
        {
          port,
          host: () => `127.0.0.1:${port}`,
          rights: Object.values(rights) as unknown as readonly [Right, ...Right[]],
          never: [SECRET_MARKS.clientSecret],
          faultOf: (answer, drawn) => leakOf(answer, drawn) ?? (isOwnForm(drawn) ? null : faultOfProblem(answer)),
          async afterwards(answer, drawn) {
            const { documentId: recorded } = recordedIn(answer);
            if (recorded !== undefined) {
              documentId = recorded;
              taken += 1;
            } else if (drawn.isRagged && drawn.asked.target.includes('integrations')) unsure += 1;
            if (
              /control/i.test(drawn.asked.target) &&
              drawn.asked.method !== 'GET' &&
              (answer === undefined || drawn.isRagged || answer.status < 300)
            ) {
              // Whatever was switched, revoked or ended: the next request finds everything as it was.
              await call('PATCH', '/control/switches', JSON.stringify(SWITCHES));
              caller = await aCaller(sandbox, call);
            }
            await clock.advance(1_000);
          },
          onQuiet: () => clock.advance(30_000),
          async stillRight() {
            caller = await aCaller(sandbox, call);
            const headers = { authorization: `Bearer ${caller.token}` };
            expect((await fetch(`http://127.0.0.1:${port}/v1/health`, { headers })).status).toBe(204);
          },
        },
        REQUESTS,
      );
      console.info(JSON.stringify({ server: 'sandbox', seed: SEED, ...played, taken }));
      const documents = (await (await call('GET', '/control/documents')).json()) as readonly unknown[];
      expect(taken).toBeGreaterThan(0);
      expect(documents.length).toBeGreaterThanOrEqual(taken);
      // An import whose answer was about its odd end may have been recorded before its end was read.
      expect(documents.length).toBeLessThanOrEqual(taken + unsure);
      expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    },
    WITHIN_MS,
  );
});

const consoleFile = async () => new TextEncoder().encode('as it was built');

type Call = (method: string, path: string, body?: string) => Promise<Response>;

async function started() {
  const [clock, log] = [virtualClock(), recordingLog()];
  const pem = newSigningKey();
  const world = { clock, random: seededRandom(SEED), http: webhooks().http, log, newSigningKey: () => pem, decodeFile: decodeInThread };
  const sandbox = createSandbox(world, { origin: 'http://sandbox.test', switches: SWITCHES, consoleFile });
  sandbox.start();
  const served = await serve(cutting(sandbox.fetch), { port: 0, drainMs: 0, problemType: PROBLEM_TYPE });
  onTestFinished(async () => {
    await served.close();
    await sandbox.close();
  });
  const call: Call = (method, path, body) =>
    sandbox.fetch(new Request(`http://127.0.0.1${path}`, { method, ...(body === undefined ? {} : { body }) }));
  return { sandbox, port: served.port, clock, log, call };
}

async function aCaller(sandbox: Sandbox, call: Call): Promise<Caller> {
  const integration = (await (await call('POST', '/control/integrations')).json()) as Omit<Caller, 'token'>;
  const granted = await sandbox.fetch(new Request('http://127.0.0.1/oauth2/token', tokenForm(sandbox)));
  return { ...integration, token: ((await granted.json()) as { access_token: string }).access_token };
}

/** Two routes give out a secret, once; no other answer contains one. */
function leakOf({ body, status }: Answer, { asked: { target } }: Drawn): string | null {
  const text = body.toString('utf8');
  if (text.includes(SECRET_MARKS.accessToken) && !(status === 200 && target.includes('oauth2')))
    return 'an access token that nobody asked for';
  if (text.includes(SECRET_MARKS.integrationSecret) && status !== 201) return 'a secret that nobody asked for';
  return null;
}

/** The token endpoint refuses as OAuth specifies, the console as text. */
function isOwnForm({ asked: { target } }: Drawn): boolean {
  return target.includes('oauth2') || target.includes('console');
}

function recordedIn(answer: Answer | undefined): { readonly documentId?: string } {
  const type = answer?.headers.get('content-type');
  if (answer?.status !== 200 || type !== 'application/json') return {};
  const json = jsonOf(answer.body) as { documentId?: unknown } | null | undefined;
  return typeof json?.documentId === 'string' ? { documentId: json.documentId } : {};
}
