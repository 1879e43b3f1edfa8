import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * The violations that axe finds on a page, each as its rule and the places. `rules`: only these, for a page whose others were checked in another
 * theme.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // What passed is only counted: to name each element of it takes longer than to check it.
  const chosen = { resultTypes: ['violations' as const], ...(rules === undefined ? {} : { runOnly: [...rules] }) };
  // axe merges the findings of several frames in a page of its own, which takes longer than finding them.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1).options(chosen);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`).join(' | ')}`,
  );
}
