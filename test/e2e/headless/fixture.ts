/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs, and some need nothing. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Page } from 'playwright/test';
import { type Host, startHost } from '../../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import type { Company } from '#shared/domain/company.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';

/** What one test has: an unused profile, and the folders of a user's home. */
export type HostPaths = { readonly home: string; readonly profile: string; readonly purchases: string; readonly sales: string };

type Fixtures = {
  readonly place: HostPaths;
  /** Real, on loopback, with `place.home` as its home and a French locale. */
  readonly host: Host;
};

/** Sandbox and relay as real programs, for all tests of a worker: each test makes integrations of its own. */
export const test = base.extend<Fixtures, { readonly parts: Parts }>({
  parts: [
    async ({}, give) => {
      const parts = await startParts();
      await give(parts);
      await parts.stop();
    },
    { scope: 'worker' },
  ],
  place: async ({}, give) => {
    const home = scratchFolder('e2e');
    const place = { home, profile: join(home, '.intray'), purchases: join(home, 'Achats'), sales: join(home, 'Ventes') };
    for (const folder of [place.profile, place.purchases, place.sales]) mkdirSync(folder);
    await give(place);
    removeFolder(home);
  },
  host: async ({ place }, give) => {
    const host = await startHost(place.profile, { HOME: place.home, USERPROFILE: place.home, LC_ALL: 'fr_FR.UTF-8' });
    await give(host);
    await host.program.stop();
  },
});

/** A company with its two folders, made by the engine's own calls: for tests that begin after the set-up. */
export async function setUp({ client }: Host, parts: Parts, place: HostPaths): Promise<Company> {
  await client.installation.change(parts.installation);
  await client.settings.change({ language: 'fr' });
  const company = await client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  for (const [importType, path] of [
    ['purchase-invoices', place.purchases],
    ['sales-invoices', place.sales],
  ] as const) {
    const added = await client.folders.add({ companyId: company.value.id, importType, path, settleMs: 300 });
    if (!added.ok) throw new Error(added.failure.kind);
  }
  await firstSweep(client);
  return company.value;
}

/** Everything that the page complained about: errors, policy violations, missing files. Filled as it happens. */
export function consoleErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
