import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emitter } from '#shared/async/emitter.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from './a-connected-engine.ts';

const parts = realParts();

/** A computer whose power cable the test pulls. */
function aLaptop() {
  const changed = new Emitter();
  let isPlugged = false;
  return {
    power: { onBattery: () => !isPlugged, onChange: changed.subscribe },
    plugIn: () => {
      isPlugged = true;
      changed.emit();
    },
  };
}

async function anEngineOnBattery() {
  const { power, plugIn } = aLaptop();
  const { engine, scans, documents } = await aConnectedEngine(parts(), { power });
  return { engine, plugIn, documents, drop: (name: string) => writeFileSync(join(scans, name), aPdf(name)) };
}

describe('a computer on its battery', () => {
  it('sends as always, unless the person chose otherwise', async () => {
    const { engine, drop } = await anEngineOnBattery();
    drop('a.pdf');
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(engine.app.overview().waitsForMains).toBeUndefined();
  });

  it('sends nothing new where the person chose so, says why, and goes on when it is plugged in', async () => {
    const { engine, plugIn, drop, documents } = await anEngineOnBattery();
    await engine.client.settings.change({ waitOnBattery: true });
    drop('b.pdf');
    await engine.until(({ counts }) => counts.waiting === 1);
    // No ring makes it start an upload.
    engine.app.lookAgain();
    await engine.client.settings.change({ parallelUploads: 8 });
    expect(engine.app.overview()).toMatchObject({ waitsForMains: true, standing: 'paused', counts: { waiting: 1, uploading: 0 } });
    expect(await documents()).toEqual([]);
    plugIn();
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
    expect(engine.app.overview().waitsForMains).toBeUndefined();
  });

  it('goes on at once when the person thinks better of it', async () => {
    const { engine, drop } = await anEngineOnBattery();
    await engine.client.settings.change({ waitOnBattery: true });
    drop('c.pdf');
    await engine.until(({ counts }) => counts.waiting === 1);
    await engine.client.settings.change({ waitOnBattery: false });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(engine.app.overview().waitsForMains).toBeUndefined();
  });
});
