import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { aTown } from './integration-fixture.ts';

/** A town whose company waits for an answer, with a proof that the relay considers too old from now on. */
async function proofTooOld() {
  const town = await aTown();
  await town.connect('Bakery', await town.integration());
  town.scan('one');
  await town.counted('awaiting', 1);
  town.relay.change('UPDATE links SET lapsed_at = 1');
  return town;
}

describe('a proof that the relay takes for too old', () => {
  it('is made again by the app, and nothing is lost, neither an answer nor a document', async () => {
    const town = await proofTooOld();
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Accepted');
    town.scan('two');
    await town.counted('accepted', 1);
    await town.counted('awaiting', 1);
    expect(await town.overview()).toMatchObject({ relay: { kind: 'connected' }, answers: { closed: [] } });
    const asked = town.log.lines.filter(({ message }) => message === 'relay asked for the proof again');
    expect(asked.map(({ fields }) => fields['proved'])).toEqual(['yes']);
  });

  it('is made again after the computer was off, under the same identity', async () => {
    const town = await proofTooOld();
    town.desk.kill();
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Accepted');
    await town.clock.advance(HOUR_MS);
    await town.during(town.desk.start());
    await town.counted('accepted', 1);
    expect(town.relay.count('devices')).toBe(1);
  });

  it('and a token that lay idle for too long is followed by another, with the proof, by the secrets in the vault', async () => {
    const town = await proofTooOld();
    town.desk.kill();
    town.relay.change('UPDATE devices SET last_used_at = 1');
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Refused');
    await town.during(town.desk.start());
    await town.counted('refused', 1);
    expect(town.relay.count('devices')).toBe(2);
  });
});
