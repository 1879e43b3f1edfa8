import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import type { RunningHost } from '#electron/headless/commands/support/command.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { realParts } from '#test/support/real-parts.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aConnectedEngine } from '../a-connected-engine.ts';
import { anEngine, type EngineFixture } from '../an-engine.ts';

const parts = realParts();

/** What a terminal shows, and the exit code. */
async function doctor(
  client: EngineFixture['client'],
  host?: RunningHost,
  ...options: readonly string[]
): Promise<{ readonly code: number; readonly text: string }> {
  const command = readCommand(['doctor', '--profile', '/nowhere', ...options]);
  if (!command.ok) throw new Error(command.failure);
  const lines: string[] = [];
  const terminal = {
    print: (line: string) => lines.push(line),
    complain: () => {},
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  const code = await command.value.run({ ...terminal, client, clock: nodeClock(), ...(host === undefined ? {} : { host }) });
  return { code, text: lines.join('\n') };
}

describe('the doctor of the command line', () => {
  it('finds nothing broken where nothing is, by round trips that are made', async () => {
    const { engine } = await aConnectedEngine(parts());
    const { code, text } = await doctor(engine.client);
    expect(text).not.toMatch(/^(bad|warning)/m);
    for (const what of ['journal: whole', 'disk: can be written', 'vault: open', 'service: answers', 'relay: answers', 'clock: agrees'])
      expect(text).toContain(what);
    expect(text).toMatch(/good +company "Exemple SARL": connected/);
    expect(code).toBe(0);
  });

  it('says of an installation that was just made what to do first', async () => {
    const engine = await anEngine(tempFolder());
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/bad +service: no address is known/);
    expect(text).toContain('"configure FILE"');
    expect(text).toMatch(/warning +companies: there are none/);
    expect(code).toBe(1);
  });

  it('says what is broken, and what to do about each', async () => {
    const { scans, engine, integration } = await aConnectedEngine(parts());
    writeFileSync(join(scans, 'letter.docx'), 'PK\u0003\u0004');
    await engine.until(({ counts }) => counts.unfit === 1);
    await parts().control.revoke(integration.integrationId);
    rmSync(scans, { recursive: true });
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/bad +company "Exemple SARL": not connected .*\n +→ connect it anew with "companies reconnect"/);
    expect(text).toMatch(/bad +folder .*: is not there\n +→ mount its disk/);
    expect(text).toMatch(/warning +documents: 1 that cannot be sent as they are/);
    expect(code).toBe(1);
  });

  it('says that the set-up is not kept beside the journal, as does the report, and what to do; and no more once it is', async () => {
    const { root, engine } = await aConnectedEngine(parts());
    const path = join(root, 'profile', 'profile.json');
    rmSync(path, { force: true });
    mkdirSync(join(path, 'in its place'), { recursive: true });
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/warning +set-up: profile\.json cannot be written \(E[A-Z]+\);.*\n +→ let this user write profile\.json/);
    expect(code).toBe(0);
    expect((await engine.client.diagnostics.report()).text).toMatch(/^journal: .*set-up beside it: not kept \(E[A-Z]+\)$/m);
    rmSync(path, { recursive: true });
    expect((await doctor(engine.client)).text).not.toContain('set-up');
    expect((await engine.client.diagnostics.report()).text).toMatch(/set-up beside it: kept$/m);
  });

  it('never says that a company is connected when it could not ask', async () => {
    const { engine, company, integration } = await aConnectedEngine(parts());
    // Otherwise a question that is still open would be answered by the service, later than the doctor's own.
    await engine.client.companies.check({ companyId: company.id });
    await engine.client.installation.change({
      relayUrl: 'http://127.0.0.1:9',
      secrets: [{ integrationId: integration.integrationId, secret: integration.integrationSecret }],
    });
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/bad +relay: nothing gets there \(ECONNREFUSED\)\n +→ look at network/);
    expect(text).toMatch(/warning +company "Exemple SARL": connected on .*; it could not be asked about now/);
    expect(code).toBe(1);
  });

  it.each([
    [{ ipv6: 'held' }, /^good +window: its port is held on 127\.0\.0\.1 and ::1/m],
    [{ ipv6: 'reserved' }, /^good +window: is on 127\.0\.0\.1 alone, because IPv6 is switched off/m],
    [{ ipv6: 'none' }, /^warning +window: is on 127\.0\.0\.1 alone, because this computer has no IPv6\n +→ nothing to do; restart/m],
    [{ ipv6: null }, /^warning +window: it is not known .*\n +→ restart the host/m],
    [undefined, /^(?![^]*window:)/],
  ] as const)('says of a running host on which addresses it can be reached: %j', async (host, said) => {
    const engine = await anEngine(tempFolder());
    expect((await doctor(engine.client, host)).text).toMatch(said);
  });

  it('says the same to programs', async () => {
    const { engine, company } = await aConnectedEngine(parts());
    await engine.client.companies.pause({ companyId: company.id });
    const { code, text } = await doctor(engine.client, undefined, '--json');
    expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ what: 'company "Exemple SARL"', verdict: 'warning' }));
    expect(code).toBe(0);
  });
});
