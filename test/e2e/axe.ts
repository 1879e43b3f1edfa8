import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type axeCore from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

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
