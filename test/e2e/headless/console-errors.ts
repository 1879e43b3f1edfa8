import type { Page } from 'playwright/test';

/** Everything that the page complained about: errors, policy violations, missing files. Filled as it happens. */
export function consoleErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
