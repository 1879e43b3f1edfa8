import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aTown, RELAY, type Town } from './integration-fixture.ts';

const isDoorbell = (request: Request): boolean => request.url.endsWith('/doorbell');
const isWaiting = (request: Request): boolean => request.url.includes('wait=');

/** A stream from which something in between passes nothing on. */
function heldBack(): Response {
  return new Response(new ReadableStream({ start: () => undefined }), { headers: { 'content-type': 'text/event-stream' } });
}

/** One document that was received; `between` sees the requests to the relay. */
async function received(between: (request: Request, town: Town) => Response | null) {
  const town = await aTown();
  town.network.set(RELAY, async (request) => between(request, town) ?? town.relay.fetch(request));
  await town.connect('Bakery', await town.integration());
  const [document] = await sent(town, 'one');
  return { town, documentId: document?.documentId ?? '' };
}

async function sent(town: Town, name: string) {
  town.scan(name);
  await town.counted('awaiting', 1);
  return town.documents();
}

describe('the way to the relay', () => {
  it('is its stream where that works', async () => {
    const { town, documentId } = await received(() => null);
    expect((await town.overview()).answers.mode).toBe('stream');
    await town.decide(documentId, 'Accepted');
    await town.clock.advance(3_000);
    expect((await town.overview()).counts.accepted).toBe(1);
  });

  it('is long questions behind a proxy that holds streams back, and a result still comes at once', async () => {
    const { town, documentId } = await received((request) => (isDoorbell(request) ? heldBack() : null));
    await town.until(async () => (await town.overview()).answers.mode === 'long-poll', 'long polls');
    await town.decide(documentId, 'Accepted');
    await town.clock.advance(3_000);
    expect((await town.overview()).counts.accepted).toBe(1);
  });

  it('is plain questions where long ones do not get through either, and a result comes in ten seconds or so', async () => {
    const { town, documentId } = await received((request) => {
      if (isDoorbell(request)) return heldBack();
      return isWaiting(request) ? new Response(null, { status: 504 }) : null;
    });
    await town.clock.advance(4 * MINUTE_MS);
    expect((await town.overview()).answers.mode).toBe('poll');
    await town.decide(documentId, 'Accepted');
    await town.clock.advance(13_000);
    expect((await town.overview()).counts.accepted).toBe(1);
  });

  it('is not believed long when somebody answers long questions at once with nothing', async () => {
    let asked = 0;
    const { town } = await received((request) => {
      if (isDoorbell(request)) return heldBack();
      if (!isWaiting(request)) return null;
      asked += 1;
      return Response.json({ epoch: 'e', events: [], more: false });
    });
    await town.clock.advance(4 * MINUTE_MS);
    expect((await town.overview()).answers.mode).toBe('poll');
    expect(asked).toBeLessThan(20);
  });

  it('is the stream again when the proxy is gone, without anybody asking', async () => {
    let proxy = true;
    const { town } = await received((request) => (proxy && isDoorbell(request) ? heldBack() : null));
    await town.until(async () => (await town.overview()).answers.mode === 'long-poll', 'long polls');
    proxy = false;
    await town.clock.advance(6 * MINUTE_MS);
    expect((await town.overview()).answers.mode).toBe('stream');
  });

  it('says since when it is there, and when the last answer came', async () => {
    const { town, documentId } = await received(() => null);
    expect((await town.overview()).answers.lastEventAt).toBeNull();
    await town.decide(documentId, 'Refused');
    await town.counted('refused', 1);
    const { answers, relay, now } = await town.overview();
    expect(now - (answers.lastEventAt ?? 0)).toBeLessThan(10_000);
    expect(relay).toMatchObject({ kind: 'connected', since: expect.any(Number) });
  });
});
