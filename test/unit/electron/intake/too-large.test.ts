import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { largePdf } from '#test/support/documents/large-pdf.ts';
import { anIntake } from './an-intake.ts';

describe('a file that is too large to be sent', () => {
  it('is known by its content, in two copies as in one, and by what it is', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    const { path: root } = at.folder();
    const bytes = largePdf(FILE_BYTES_MAX + 1_000_000);
    for (const name of ['scan.pdf', 'again.pdf']) writeFileSync(join(root, name), bytes);
    await at.until(() => at.found.length === 2);
    const problem = { kind: 'too-large', bytes: bytes.byteLength, bytesMax: FILE_BYTES_MAX, found: 'pdf' };
    expect(at.items()).toMatchObject([{ sha256: hex(nodeSha256([bytes])), state: { kind: 'unfit', by: 'intray', problem } }]);
  });
});
