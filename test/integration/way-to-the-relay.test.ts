import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, RELAY, type IntegrationFixture } from './integration-fixture.ts';

const isDoorbell = (request: Request): boolean => request.url.endsWith('/doorbell');
const isWaiting = (request: Request): boolean => request.url.includes('wait=');

/** A stream from which something in between passes nothing on. */
function heldBack(): Response {
  return new Response(new ReadableStream({ start: () => undefined }), { headers: { 'content-type': 'text/event-stream' } });
}

/** One document that was received; `between` sees the requests to the relay. */
async function received(between: (request: Request, fixture: IntegrationFixture) => Response | null) {
  const fixture = await integrationFixture();
  fixture.network.set(RELAY, async (request) => between(request, fixture) ?? fixture.relay.fetch(request));
  await fixture.connect('Bakery', await fixture.integration());
  const [document] = await sent(fixture, 'one');
  return { fixture, documentId: document?.documentId ?? '' };
}

async function sent(fixture: IntegrationFixture, name: string) {
  fixture.scan(name);
  await fixture.counted('awaiting', 1);
  return fixture.documents();
}

describe('the way to the relay', () => {
  it('is its stream where that works', async () => {
    const { fixture, documentId } = await received(() => null);
    expect((await fixture.overview()).answers.mode).toBe('stream');
    await fixture.decide(documentId, 'Accepted');
    await fixture.clock.advance(3_000);
    expect((await fixture.overview()).counts.accepted).toBe(1);
  });

  it('is long questions behind a proxy that holds streams back, and a result still comes at once', async () => {
    const { fixture, documentId } = await received((request) => (isDoorbell(request) ? heldBack() : null));
    await fixture.until(async () => (await fixture.overview()).answers.mode === 'long-poll', 'long polls');
    await fixture.decide(documentId, 'Accepted');
    await fixture.clock.advance(3_000);
    expect((await fixture.overview()).counts.accepted).toBe(1);
  });

  it('is plain questions where long ones do not get through either, and a result comes in ten seconds or so', async () => {
    const { fixture, documentId } = await received((request) => {
      if (isDoorbell(request)) return heldBack();
      return isWaiting(request) ? new Response(null, { status: 504 }) : null;
    });
    await fixture.clock.advance(4 * MINUTE_MS);
    expect((await fixture.overview()).answers.mode).toBe('poll');
    await fixture.decide(documentId, 'Accepted');
    await fixture.clock.advance(13_000);
    expect((await fixture.overview()).counts.accepted).toBe(1);
  });

  it('is not believed long when somebody answers long questions at once with nothing', async () => {
    let asked = 0;
    const { fixture } = await received((request) => {
      if (isDoorbell(request)) return heldBack();
      if (!isWaiting(request)) return null;
      asked += 1;
      return Response.json({ epoch: 'e', events: [], more: false });
    });
    await fixture.clock.advance(4 * MINUTE_MS);
    expect((await fixture.overview()).answers.mode).toBe('poll');
    expect(asked).toBeLessThan(20);
  });

  it('is the stream again when the proxy is gone, without anybody asking', async () => {
    let proxy = true;
    const { fixture } = await received((request) => (proxy && isDoorbell(request) ? heldBack() : null));
    await fixture.until(async () => (await fixture.overview()).answers.mode === 'long-poll', 'long polls');
    proxy = false;
    await fixture.clock.advance(6 * MINUTE_MS);
    expect((await fixture.overview()).answers.mode).toBe('stream');
  });

  it('says since when it is there, and when the last answer came', async () => {
    const { fixture, documentId } = await received(() => null);
    expect((await fixture.overview()).answers.lastEventAt).toBeNull();
    await fixture.decide(documentId, 'Refused');
    await fixture.counted('refused', 1);
    const { answers, relay, now } = await fixture.overview();
    expect(now - (answers.lastEventAt ?? 0)).toBeLessThan(10_000);
    expect(relay).toMatchObject({ kind: 'connected', since: expect.any(Number) });
  });
});
