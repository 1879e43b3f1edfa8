/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs, and some need nothing. */
import { readFileSync } from 'node:fs';
import { test as base } from 'playwright/test';
import { consolePartner, consoleReceiver, type Partner, type Receiver } from '#test/support/console-partner.ts';
import { type Program, startProgram } from '#test/support/ready-line.ts';
import { SAMPLE_FOLDER } from '#test/support/documents/sample-files.ts';

type Fixtures = {
  /** A real sandbox of the test's own, which delivers to the receiver. */
  readonly sandbox: Program;
  readonly receiver: Receiver;
  readonly partner: Partner;
  /** Everything that the browser complains about: errors, and what the page's policy forbids. */
  readonly complaints: string[];
  readonly consoleUrl: string;
};

export const test = base.extend<Fixtures>({
  receiver: async ({}, give) => {
    const receiver = await consoleReceiver();
    await give(receiver);
    await receiver.close();
  },
  sandbox: async ({ receiver }, give) => {
    const program = await startProgram({ args: ['sandbox/server.ts', '--webhook-url', receiver.url] });
    await give(program);
    await program.stop();
  },
  partner: async ({ sandbox }, give) => give(consolePartner(sandbox.ready)),
  complaints: async ({ page }, give) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await give(complaints);
  },
  consoleUrl: async ({ sandbox, page }, give) => {
    await give(String(sandbox.ready['consoleUrl']));
    // The page is closed first: it would call a sandbox that has ended.
    await page.goto('about:blank');
  },
});

export function sample(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`${SAMPLE_FOLDER}${name}`));
}
