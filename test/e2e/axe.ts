import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The violations that axe finds on a page, each as its rule and the places. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  // axe merges the findings of several frames in a page of its own, which takes longer than finding them.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`).join(' | ')}`,
  );
}
