import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type axeCore from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds on a page, each as its rule and the places. `rules`: only these, for a page whose others were checked in another
 * theme.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // What passed is only counted: to name each element of it takes longer than to check it.
  const options: RunOptions = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: [...rules] }) };
  const isOneFrame = page.frames().length === 1;
  const violations = isOneFrame ? await inPage(page, options) : (await new AxeBuilder({ page }).options(options).analyze()).violations;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`).join(' | ')}`,
  );
}

/** Asks axe itself: its builder for Playwright, which several frames need, takes four times as long around the same check. */
async function inPage(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  await page.evaluate(SOURCE);
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { readonly axe: typeof axeCore };
    return (await axe.run(document, chosen)).violations;
  }, options);
}

/** The first run begins with an invitation; whoever has an identifier and a secret goes on with those. */
export async function byHand(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('invitation.by-hand'), exact: true }).press('Enter');
  await page.getByLabel(t('connect.integration-id'), { exact: true }).waitFor();
}

/** For whoever looks after the installation: names the addresses of its servers. */
export async function openAdvanced(page: Page, t: Translate): Promise<void> {
  await page.getByText(t('invitation.advanced'), { exact: true }).press('Enter');
}
