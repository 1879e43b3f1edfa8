import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readyLine } from '#test/support/ready-line.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { tempFolder } from '#test/support/folders.ts';
import { argumentsFor, runContract } from './suite-runs.ts';
import { ALL_CASES } from '../suite/all-cases.ts';
import { readCommand } from '../suite/read-command.ts';
import type { Outcome } from '../suite/run-suite.ts';
import { SECTION_IDS, SECTIONS } from '../suite/check.ts';

const SUITE_MS = 120_000;

describe('the contract suite', () => {
  it(
    'finds nothing wrong with the sandbox, and reports it as a table and as JUnit',
    async () => {
      const { ready } = await readyLine({ args: ['sandbox/server.ts'] });
      const { args, env } = argumentsFor(ready);
      const file = join(tempFolder(), 'contract.xml');
      const run = await runContract([...args, '--control-url', String(ready['controlUrl']), '--writing', 'yes', '--junit', file], env);
      expect(run.stderr).toBe('');
      const { cases, suites } = readJunit(file);
      expect(failuresOf(cases)).toEqual([]);
      expect(run.code).toBe(0);
      expect(cases.filter((one) => one.skipped !== undefined)).toEqual([]);
      expect(cases.length).toBeGreaterThanOrEqual(190);
      expect(suites).toEqual(Object.values(SECTIONS));
      for (const name of Object.values(SECTIONS)) expect(run.stdout).toContain(name);
      expectNoSecret(run.stdout + readFileSync(file, 'utf8'), ready);
    },
    SUITE_MS,
  );

  it('leaves nothing behind unless it may write, says why it skips, and takes its secrets on stdin', async () => {
    const { ready } = await readyLine({ args: ['sandbox/server.ts'] });
    const integration = await anIntegration(ready);
    const secrets = `${String(ready['clientSecret'])}\n${integration.integrationSecret}\n`;
    const args = [...argumentsFor(ready).args, '--integration-id', integration.integrationId, '--secrets-on-stdin'];
    const run = await runContract(args, {}, secrets);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/skipped \d+ × leaves documents behind in the service; run with --writing yes/);
    expect(run.stdout).toMatch(/skipped \d+ × needs a hand on the service; run with --control-url/);
    expect(Number(/^Total +(\d+) /m.exec(run.stdout)?.[1])).toBeGreaterThan(150);
    expect(await control(ready, 'GET', '/documents')).toEqual([]);
  });

  it('names what is wrong, with the sentence of the document and what was seen', async () => {
    const switches = { failNext: { status: 500, times: 1_000, route: 'health' }, maxFileBytes: 4_000_000, tokenLifeSeconds: 7_200 };
    const { ready } = await readyLine({ args: ['sandbox/server.ts', '--switches', JSON.stringify(switches)] });
    const { args, env } = argumentsFor(ready);
    const sections = ['--section', 'endpoints/health', '--section', 'limits', '--section', 'endpoints/token'];
    const run = await runContract([...args, '--control-url', String(ready['controlUrl']), '--writing', 'yes', ...sections], env);
    expect(run.code).toBe(1);
    const failed = Array.from(run.stdout.matchAll(/^FAILED (\S+)/gm), ([, id]) => id);
    expect(failed).toEqual(expect.arrayContaining(['health/no-content', 'health/without-token', 'limits/file', 'limits/token-life']));
    expect(failed).not.toContain('token/json');
    expect(run.stdout).toContain('the document  Response: 204 No Content.');
    expect(run.stdout).toContain('expected      status 204\n  seen          500 application/problem+json');
  });

  it('fails nearly everything against a server that says yes to all', async () => {
    const url = await yesServer();
    const target = ['--base-url', `${url}/v1`, '--auth-url', url, '--jwks-url', `${url}/jwks`, '--client-id', 'a', '--integration-id', 'b'];
    const secrets = { CONTRACT_CLIENT_SECRET: 'hidden-one', CONTRACT_INTEGRATION_SECRET: 'hidden-two' };
    const run = await runContract([...target, '--writing', 'yes', '--json'], secrets);
    expect(run.code).toBe(1);
    const ran = (JSON.parse(run.stdout) as Outcome[]).filter(({ verdict }) => verdict.kind !== 'skipped');
    const passed = ran.filter(({ verdict }) => verdict.kind === 'passed').map(({ of }) => of.id);
    expect(ran.length).toBeGreaterThan(190);
    expect(passed.length).toBeLessThan(ran.length / 20);
    expect(/hidden-(one|two)|echoed-token/.test(run.stdout)).toBe(false);
  });

  it('ends with 2 when there is no service', async () => {
    const nobody = 'http://127.0.0.1:9';
    const target = ['--base-url', `${nobody}/v1`, '--auth-url', nobody, '--jwks-url', nobody, '--client-id', 'a', '--control-url', nobody];
    const run = await runContract(target, { CONTRACT_CLIENT_SECRET: 'a' });
    expect(run.stderr).toMatch(/could not be run/);
    expect(run.code).toBe(2);
  });

  it('ends with 2 and the usage when it cannot tell what to do', async () => {
    const run = await runContract(['--base-url', 'ftp://there'], { CONTRACT_CLIENT_SECRET: 'a' });
    expect(run.stderr).toMatch(/^--base-url must be an http or https address\n\nnpm run contract/);
    expect(run.code).toBe(2);
  });

  const known = ['--base-url', 'https://x/v1', '--auth-url', 'https://x', '--jwks-url', 'https://x/jwks', '--client-id', 'a'];
  it.each([
    ['an unknown option', ['--nonsense'], /nonsense/],
    ['a secret on the command line', ['--client-secret', 'a'], /client-secret/],
    ['no integration', known, /--integration-id is missing/],
    ['an unknown section', [...known, '--section', 'z'], /no section z/],
    ['a doubtful permission', [...known, '--writing', 'maybe'], /--writing is yes or no/],
    ['an odd address', [...known, '--control-url', 'https://x', '--webhook-listen', 'here'], /--webhook-listen is HOST:PORT/],
  ])('refuses %s', (_, args, words) => {
    const command = readCommand(args, { clientSecret: 'a', integrationSecret: undefined });
    expect(command).toMatchObject({ ok: false, failure: expect.stringMatching(words) as unknown });
  });

  it('has a name of its own for each case, and a case for each section', () => {
    expect(new Set(ALL_CASES.map(({ id }) => id)).size).toBe(ALL_CASES.length);
    expect(SECTION_IDS.filter((id) => ALL_CASES.every(({ section }) => section !== id))).toEqual([]);
  });
});

type JunitCase = { readonly name: string; readonly skipped?: unknown; readonly failure?: unknown };

function readJunit(file: string): { readonly cases: readonly JunitCase[]; readonly suites: readonly string[] } {
  const xml = readFileSync(file, 'utf8');
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray }).parse(xml) as {
    testsuites: { testsuite: { name: string; testcase: JunitCase[] }[]; tests: string };
  };
  const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase);
  expect(cases.length).toBe(Number(testsuites.tests));
  return { cases, suites: testsuites.testsuite.map(({ name }) => name) };
}

function isArray(name: string): boolean {
  return name === 'testsuite' || name === 'testcase';
}

function failuresOf(cases: readonly JunitCase[]): unknown[] {
  return cases.filter(({ failure }) => failure !== undefined).map(({ name, failure }) => ({ name, failure }));
}

function expectNoSecret(text: string, ready: Readonly<Record<string, unknown>>): void {
  expect(text).not.toContain(String(ready['clientSecret']));
  expect(text).not.toMatch(/Bearer [\w-]{20,}/);
}

async function control(ready: Readonly<Record<string, unknown>>, method: string, path: string): Promise<unknown> {
  return (await fetch(`${String(ready['controlUrl'])}${path}`, { method })).json();
}

async function anIntegration(ready: Readonly<Record<string, unknown>>) {
  return (await control(ready, 'POST', '/integrations')) as { readonly integrationId: string; readonly integrationSecret: string };
}

/** Knows no rules: every call succeeds with everything that anyone could want, and with everything that it must not say. */
async function yesServer(): Promise<string> {
  const { url } = await scriptedServer(({ headers }) => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: JSON.stringify({ access_token: 'echoed-token', echo: [headers['x-service-api-key'], 'hidden-one'] }),
  }));
  return url;
}
