import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { type Host } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { connectedHost } from './connected-host.ts';
import { until } from '#test/support/until.ts';

/** Killed programs on a loaded machine: each of these tests takes a few seconds. */
const TEST_MS = 90_000;
/** Much longer than the test needs for the kill: the answer never comes in time. */
const NEVER_MS = 60_000;

describe('a host that is killed', () => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await startParts();
  }, TEST_MS);
  afterAll(() => parts.stop(), TEST_MS);

  test('between an upload and its answer sends no second document, and shows the right state', { timeout: TEST_MS }, async () => {
    await parts.control.setSwitches({ importLatencyMs: NEVER_MS, answerLost: 0, autoDecide: null });
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('killed before its answer'));
    await until('the service has recorded it', async () => (await documents()).length === 1);
    await first.program.kill();

    await parts.control.setSwitches({ importLatencyMs: 0 });
    const second = await start();
    const [document] = await documents();
    expect((await untilState(second, 'awaiting')).state).toMatchObject({ documentId: document?.documentId });
    await parts.control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    await untilState(second, 'accepted');
    expect(await documents()).toHaveLength(1);
  });

  test('after its answer was lost sends no second document', { timeout: TEST_MS }, async () => {
    await parts.control.setSwitches({ answerLost: 1, importLatencyMs: 0, autoDecide: null });
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('its answer was lost'));
    await until('the service has recorded it', async () => (await documents()).length === 1);
    await first.program.kill();

    const second = await start();
    const [document] = await documents();
    expect((await untilState(second, 'awaiting')).state).toMatchObject({ documentId: document?.documentId });
    expect(await documents()).toHaveLength(1);
  });

  test('before the first byte sends the file once when it is back', { timeout: TEST_MS }, async () => {
    await parts.control.setSwitches({ answerLost: 0, importLatencyMs: 0, autoDecide: { afterMs: 0 } });
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('never left'));
    await first.program.kill();
    expect(await documents()).toEqual([]);

    const second = await start();
    await untilState(second, 'accepted');
    expect(await documents()).toHaveLength(1);
  });
});

/** A profile with one company and one folder, on which no host runs. */
async function connected(parts: Parts) {
  const { first, ...host } = await connectedHost(parts, { settleMs: 500 });
  await first.program.stop();
  return host;
}

function untilState(host: Host, kind: ItemStateKind): Promise<Item> {
  return until(`the list shows one document, ${kind}`, async () => {
    const { items } = await host.client.items.list({ limit: 10 });
    const [only] = items;
    return items.length === 1 && only?.state.kind === kind ? only : null;
  });
}
