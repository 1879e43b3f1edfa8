import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { z } from 'zod';
import { runCommand } from '../../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { test } from './fixture.ts';

// Every step starts a program: a second each on a free machine, many seconds on a busy one.
test.describe.configure({ timeout: 180_000 });

test('a company is connected, a folder added and a document sent without a window', async ({ parts, place }) => {
  await parts.control.setSwitches({ autoDecide: { afterMs: 0 } });
  const { integrationId, integrationSecret } = await parts.control.createIntegration();
  const run = (args: readonly string[], input = '') => runCommand(place.profile, args, input);
  const connect = ['companies', 'connect', '--name', 'Exemple SARL', '--integration-id', integrationId];

  const early = await run(connect, integrationSecret);
  expect(early).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('configure') });

  expect(await run(['doctor'])).toMatchObject({ code: 1, stdout: expect.stringContaining('no address is known') });
  expect(await run(['configure', '-'], JSON.stringify(parts.installation))).toMatchObject({ code: 0 });
  const wrong = await run(connect, 'not the secret');
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not this secret') });
  expect(await run(connect, '')).toMatchObject({ code: 2 });
  const connected = await run(connect, `${integrationSecret}\n`);
  expect(connected).toMatchObject({ code: 0 });
  expect(connected.stdout + connected.stderr).not.toContain(integrationSecret);

  const file = join(place.purchases, 'facture.pdf');
  writeFileSync(file, aPdf('from the command line'));
  const add = [
    'folders',
    'add',
    '--company',
    'exemple sarl',
    '--type',
    'purchase',
    '--settle-ms',
    '200',
    '--existing',
    'send',
    place.purchases,
  ];
  expect(await run(add)).toMatchObject({ code: 0 });
  expect(await run(add)).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
  expect(await run(['doctor'])).toMatchObject({ code: 0, stdout: expect.stringContaining('company "Exemple SARL": connected') });
  const sent = await run(['send', '--timeout', '30', file]);
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringMatching(/facture\.pdf\s+purchase-invoices\s+accepted/) });
  const elsewhere = await run(['send', join(place.sales, 'facture.pdf')]);
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('Not in a watched folder') });

  const listed = await run(['documents', '--json', '--state', 'accepted']);
  expect(z.array(z.object({ name: z.string() })).parse(JSON.parse(listed.stdout))).toEqual([
    expect.objectContaining({ name: 'facture.pdf' }),
  ]);
});

test('a command asks the host that runs on its profile, and a second start is handed over to it', async ({ host, place }) => {
  await host.client.settings.change({ userEmail: 'a@example.com' });
  const asked = await runCommand(place.profile, ['settings', 'get', 'userEmail']);
  expect(asked).toMatchObject({ code: 0, stdout: 'a@example.com\n' });
  expect(await runCommand(place.profile, ['settings', 'set', 'language', 'fr'])).toMatchObject({ code: 0 });
  expect((await host.client.settings.get()).language).toBe('fr');
  expect(await runCommand(place.profile, ['settings', 'set', 'language', 'klingon'])).toMatchObject({ code: 2 });
  const set = (key: string, value: object) => runCommand(place.profile, ['settings', 'set', key, JSON.stringify(value)]);
  expect(await set('quietHours', { to: 360 })).toMatchObject({ code: 2, stderr: expect.stringContaining('as long as it is null') });
  expect(await set('quietHours', { from: 1_200, to: 420 })).toMatchObject({ code: 0 });
  expect(await set('quietHours', { to: 360 })).toMatchObject({ code: 0 });
  expect((await host.client.settings.get()).quietHours).toEqual({ from: 1_200, to: 360 });
  expect(await set('proxy', { uri: 'http://proxy.example:3128' })).toMatchObject({ code: 2, stdout: '' });
  const second = await runCommand(place.profile, []);
  expect(second).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify({ ready: 'headless', port: Number(new URL(host.url).port), handedOver: true })}\n`,
  });
});

test('a profile whose host was killed is opened all the same', async ({ host, place }) => {
  await host.program.kill();
  expect(await runCommand(place.profile, ['companies', 'list'])).toMatchObject({ code: 0 });
  expect(await runCommand(place.profile, ['url'])).toMatchObject({ code: 1 });
});

test('a file that is not complete is listed before it is a document, and is not sent before its minute', async ({ host, parts, place }) => {
  await parts.control.setSwitches({ autoDecide: { afterMs: 0 } });
  await host.client.installation.change(parts.installation);
  const company = await host.client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, importType: 'purchase-invoices', settleMs: 200, existing: 'send' } as const;
  await host.client.folders.add({ ...of, path: place.purchases });
  const file = join(place.purchases, 'facture.pdf');
  const whole = aPdf('in two parts', 9_000);
  writeFileSync(file, whole.subarray(0, 5_000));
  const run = (args: readonly string[]) => runCommand(place.profile, args);
  const listed = `not complete, or being written: ${JSON.stringify(file)}, 5000 bytes`;
  await expect.poll(async () => (await run(['status'])).stdout, { timeout: 60_000 }).toContain(listed);
  expect(await run(['send-as-it-is', file])).toMatchObject({ code: 1, stderr: expect.stringContaining('has not been there for a minute') });
  writeFileSync(file, whole);
  expect(await run(['send', '--timeout', '30', file])).toMatchObject({ code: 0 });
  expect((await run(['status'])).stdout).not.toContain('not complete');
});
