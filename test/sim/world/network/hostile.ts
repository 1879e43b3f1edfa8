import { z } from 'zod';
import type { Random } from '#shared/ports/world.ts';
import type { Fixture } from '../fixture.ts';
import type { TrafficRecorder } from './traffic-recorder.ts';

const page = z.object({
  epoch: z.string(),
  more: z.boolean(),
  events: z.array(z.object({ seq: z.number(), eventId: z.string(), receivedAt: z.number(), jwt: z.string(), body: z.string() })),
});

type Event = z.infer<typeof page>['events'][number];

/** What a compromised relay does to a page: it withholds, forges and repeats events, and adds those of other tenants. */
export async function hostile(
  response: Response,
  by: { readonly trafficRecorder: TrafficRecorder; readonly stranger: Fixture['stranger']; readonly chance: Random },
): Promise<Response> {
  if (!response.ok) return response;
  const parsed = page.parse(await response.json());
  const last = parsed.events.at(-1)?.seq ?? 0;
  const receivedAt = parsed.events.at(-1)?.receivedAt ?? 0;
  const foreign = by.trafficRecorder.webhooks.find(({ integrationId }) => integrationId === by.stranger.integrationId);
  const seen = by.trafficRecorder.webhooks[Math.floor(by.chance.fraction() * by.trafficRecorder.webhooks.length)];
  const forged = parsed.events.map((event) => ({ ...event, body: flipped(event.body) }));
  const added = [foreign, seen].flatMap((one, at): Event[] =>
    one === undefined ? [] : [{ seq: last + at + 1, eventId: one.eventId, receivedAt, jwt: one.jwt, body: base64(one.body) }],
  );
  const events = last === 0 ? [] : [forged, parsed.events.slice(0, -1), [...parsed.events, ...added]][Math.floor(by.chance.fraction() * 3)];
  return Response.json({ ...parsed, more: false, events });
}

function flipped(body: string): string {
  return base64(turnedRound(Buffer.from(body, 'base64').toString('utf8')));
}

/** Swaps accepted and refused. */
export function turnedRound(text: string): string {
  return text.includes('Accepted') ? text.replace('Accepted', 'Refused') : text.replace('Refused', 'Accepted');
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
