import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { anIntake } from './an-intake.ts';

it('reads no further file while there is no room for what it found, and all of them when there is', async () => {
  const waiting: (() => void)[] = [];
  let isFull = false;
  const at = anIntake({ room: () => (isFull && at.found.length >= 2 ? new Promise<void>((resolve) => waiting.push(resolve)) : null) });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  for (let file = 0; file < 20; file += 1) writeFileSync(join(at.root, `scan-${file}.pdf`), aPdf(`scan ${file}`));
  isFull = true;
  await at.until(() => waiting.length > 0);
  await at.pass(60_000);
  // Only those that had begun: eight at a time.
  expect(at.found.length).toBeLessThan(10);
  isFull = false;
  for (const go of waiting) go();
  await at.until(() => at.items().length === 20);
});
