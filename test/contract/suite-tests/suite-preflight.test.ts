import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, readyLine, startProgram } from '#test/support/ready-line.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { argumentsFor, runContract, type SuiteRun } from './suite-runs.ts';

type Change = {
  /** Options that replace the correct ones. */
  readonly options?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
};

let program: Program;
let there: Service;
beforeAll(async () => {
  program = await startProgram({ args: ['sandbox/server.ts'] });
  there = await reachService(program.ready);
});
afterAll(async () => void (await program.stop()));

describe('before the first case', () => {
  it.each(['base-url', 'auth-url', 'jwks-url', 'control-url'])('a dead --%s is said', async (option) => {
    const run = await runWith(there, { options: { [option]: 'http://127.0.0.1:9/v1' } });
    expect(run).toEqual(nothingRun(`nobody answers at --${option}: [A-Z]+ http://127.0.0.1:9/\\S+ ended with unreachable ECONNREFUSED`));
  });

  it.each(['base-url', 'auth-url', 'jwks-url', 'control-url'])('a web site at --%s is said', async (option) => {
    const run = await runWith(there, { options: { [option]: await webSite() } });
    expect(run).toEqual(nothingRun(`--${option} belongs to a web site: [A-Z]+ \\S+ answered 200 with a page for people`));
  });

  it('a wrong client secret is said, and not repeated', async () => {
    const run = await runWith(there, { env: { CONTRACT_CLIENT_SECRET: 'not-this-one' } });
    expect(run).toEqual(
      nothingRun('the client is refused \\(401 invalid_client\\): check --client-id, CONTRACT_CLIENT_SECRET and --scope'),
    );
    expect(run.stderr).not.toContain('not-this-one');
  });

  it('a wrong integration secret is said, and not repeated', async () => {
    const run = await runWith(there, { env: { CONTRACT_INTEGRATION_SECRET: 'nor-this-one' } });
    expect(run).toEqual(nothingRun(INTEGRATION_REFUSED));
    expect(run.stderr).not.toContain('nor-this-one');
  });

  it('an integration that there is not is said', async () => {
    const run = await runWith(there, { options: { 'integration-id': '00000000-0000-4000-8000-000000000000' } });
    expect(run).toEqual(nothingRun(INTEGRATION_REFUSED));
  });

  it.each([
    ['base-url', '--base-url knows no route of the document: GET \\S+/v1/api/health and others answered 404'],
    ['auth-url', '--auth-url gives no tokens: POST \\S+/api/oauth2/token answered 404'],
    ['control-url', '--control-url is no control API: GET \\S+/api/openapi.json answered 404 without its description'],
  ])('an address beside --%s is said', async (option, sentence) => {
    const run = await runWith(there, { options: { [option]: `${there.options[option] ?? ''}/api` } });
    expect(run).toEqual(nothingRun(sentence));
  });

  it('nothing is said of a service that is there and wrong: that is for the cases to find', async () => {
    const failing = { failNext: { status: 500, times: 1_000, route: 'health' } };
    const { ready } = await readyLine({ args: ['sandbox/server.ts', '--switches', JSON.stringify(failing)] });
    const run = await runWith(await reachService(ready), { options: { section: 'endpoints/health' } });
    expect(run.stdout).toContain('FAILED health/no-content');
    expect(run.code).toBe(1);
  });
});

type Service = { readonly options: Readonly<Record<string, string>>; readonly env: Readonly<Record<string, string>> };

const INTEGRATION_REFUSED =
  'the integration is refused \\(401\\): check --integration-id and CONTRACT_INTEGRATION_SECRET, and that it is not revoked';

/** `sentence` is the source of a regular expression. */
function nothingRun(sentence: string): SuiteRun {
  const line = new RegExp(`^the suite could not be run: ${sentence}\\n$`);
  return { code: 2, stdout: '', stderr: expect.stringMatching(line) as string };
}

function runWith({ options, env }: Service, change: Change): Promise<SuiteRun> {
  const args = Object.entries({ ...options, ...change.options }).flatMap(([name, value]) => [`--${name}`, value]);
  return runContract(args, { ...env, ...change.env });
}

/** The arguments of a run that would find nothing wrong. */
async function reachService(ready: Program['ready']): Promise<Service> {
  const { args, env } = argumentsFor(ready);
  const pairs = args.flatMap((arg, at): [string, string][] => (at % 2 === 0 ? [[arg.slice(2), args[at + 1] ?? '']] : []));
  const made = await fetch(`${String(ready['controlUrl'])}/integrations`, { method: 'POST' });
  const { integrationId, integrationSecret } = (await made.json()) as Readonly<Record<string, string>>;
  const control = { 'control-url': String(ready['controlUrl']), writing: 'yes' };
  return {
    options: { ...Object.fromEntries(pairs), ...control, 'integration-id': String(integrationId) },
    env: { ...env, CONTRACT_INTEGRATION_SECRET: String(integrationSecret) },
  };
}

/** A web site that answers everything with its front page. */
async function webSite(): Promise<string> {
  const page = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '\n<!doctype html><p>Hello' };
  return (await scriptedServer(() => page)).url;
}
