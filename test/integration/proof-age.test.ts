import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { integrationFixture } from './integration-fixture.ts';

/** A town whose company waits for an answer, with a proof that the relay considers too old from now on. */
async function proofTooOld() {
  const fixture = await integrationFixture();
  await fixture.connect('Bakery', await fixture.integration());
  fixture.scan('one');
  await fixture.counted('awaiting', 1);
  fixture.relay.change('UPDATE links SET lapsed_at = 1');
  return fixture;
}

describe('a proof that the relay takes for too old', () => {
  it('is made again by the app, and nothing is lost, neither an answer nor a document', async () => {
    const fixture = await proofTooOld();
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    fixture.scan('two');
    await fixture.counted('accepted', 1);
    await fixture.counted('awaiting', 1);
    expect(await fixture.overview()).toMatchObject({ relay: { kind: 'connected' }, answers: { closed: [] } });
    const asked = fixture.log.lines.filter(({ message }) => message === 'relay asked for the proof again');
    expect(asked.map(({ fields }) => fields['proved'])).toEqual(['yes']);
  });

  it('is made again after the computer was off, under the same identity', async () => {
    const fixture = await proofTooOld();
    fixture.desktop.kill();
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.clock.advance(HOUR_MS);
    await fixture.during(fixture.desktop.start());
    await fixture.counted('accepted', 1);
    expect(fixture.relay.count('devices')).toBe(1);
  });

  it('and a token that lay idle for too long is followed by another, with the proof, by the secrets in the vault', async () => {
    const fixture = await proofTooOld();
    fixture.desktop.kill();
    fixture.relay.change('UPDATE devices SET last_used_at = 1');
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Refused');
    await fixture.during(fixture.desktop.start());
    await fixture.counted('refused', 1);
    expect(fixture.relay.count('devices')).toBe(2);
  });
});
