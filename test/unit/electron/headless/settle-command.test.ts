import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { aPdf } from '#test/support/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from '../a-connected-engine.ts';
import type { Engine } from '../an-engine.ts';

const parts = realParts();

async function run({ client }: Engine, ...args: readonly string[]) {
  const command = readCommand([...args, '--profile', 'p']);
  if (!command.ok) throw new Error(command.failure);
  const printed: string[] = [];
  const terminal = {
    print: (line: string) => printed.push(line),
    complain: () => {},
    readInput: async () => '',
    readFile: async () => null,
  };
  return { exit: await command.value.run({ ...terminal, client, clock: nodeClock() }), text: printed.join('\n') };
}

/** One document that was sent and refused, by a real service. */
async function refused() {
  const all = await aConnectedEngine(parts());
  const path = join(all.scans, 'facture.pdf');
  writeFileSync(path, aPdf(all.root));
  await all.engine.until(({ counts }) => counts.awaiting === 1);
  const [document] = await all.documents();
  const documentId = document?.documentId ?? '';
  await parts().control.decide(documentId, { documentState: 'Refused', rejectionReason: 'Ceci est un devis' });
  await all.engine.until(({ counts }) => counts.refused === 1);
  return { ...all, path, documentId };
}

describe('a refusal', () => {
  it('is dealt with from the command line by its number, and not after all by its id; all is well in between', {
    timeout: 60_000,
  }, async () => {
    const { engine, documentId } = await refused();
    expect((await engine.client.overview()).standing).toBe('needs-you');
    expect(await run(engine, 'documents', 'settle', documentId.toUpperCase())).toEqual({ exit: 0, text: '1 of 1' });
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { refused: 1, settled: 1 } });
    expect((await run(engine, 'documents')).text).toMatch(/refused +Ceci est un devis; dealt with/);
    expect((await run(engine, 'status')).text).toContain('1 refused, 1 settled');
    expect(await run(engine, 'documents', 'settle', documentId)).toEqual({ exit: 1, text: '0 of 1' });
    const [item] = (await engine.client.items.list({ limit: 1 })).items;
    expect(await run(engine, 'documents', 'unsettle', '--json', item?.id ?? '')).toEqual({ exit: 0, text: '{"unsettled":1}' });
    expect((await engine.client.overview()).standing).toBe('needs-you');
  });

  it('is dealt with when the file was corrected where it lies and that was accepted, and nothing is sent twice', {
    timeout: 60_000,
  }, async () => {
    const { engine, root, path, documentId, documents } = await refused();
    writeFileSync(path, aPdf(`corrected ${root}`));
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect((await engine.client.overview()).counts.settled).toBe(0);
    const corrected = (await documents()).find((one) => one.documentId !== documentId);
    await parts().control.decide(corrected?.documentId ?? '', { documentState: 'Accepted' });
    await engine.until(({ counts }) => counts.accepted === 1);
    expect(await engine.client.overview()).toMatchObject({ standing: 'fine', counts: { refused: 1, settled: 1 } });
    const again = await engine.client.items.list({ states: ['refused'], limit: 1 });
    expect((await engine.client.items.sendAgain({ itemIds: again.items.map(({ id }) => id) })).sent).toEqual([]);
    expect(await documents()).toHaveLength(2);
  });
});
