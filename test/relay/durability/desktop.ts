import { z } from 'zod';
import { enrolAnswerSchema, pageSchema } from '#shared/relay-protocol/messages.ts';
import { cursorPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { ServiceStandIn } from './service-stand-in.ts';

export type Desktop = {
  /** Reads all logs to their ends, once; false if the relay did not answer. */
  look(url: string): Promise<boolean>;
  /** How many times each event was read. */
  readonly read: ReadonlyMap<string, number>;
  /** Places that were missing or came twice, and changes of the epoch: `"3 after 1"`. */
  readonly faults: readonly string[];
};

const TIMEOUT_MS = 10_000;

/** A desktop that has proved some integrations: it reads pages, keeps its cursor, acknowledges. */
export async function desktop(url: string, standIn: ServiceStandIn, integrations: readonly string[]): Promise<Desktop> {
  const enrolled = enrolAnswerSchema.parse(await ask(url, { method: 'POST', path: RELAY_PATHS.devices, json: { name: 'PC' } }));
  const token = enrolled.deviceToken;
  for (const integrationId of integrations) {
    const integrationSecret = standIn.service.integration(integrationId);
    await ask(url, { method: 'POST', path: RELAY_PATHS.integrations, token, json: { integrationId, integrationSecret } });
  }
  const cursors = new Map<string, number>();
  const read = new Map<string, number>();
  const faults: string[] = [];
  let epoch: string | null = null;

  const lookAt = async (from: string, integrationId: string): Promise<boolean> => {
    const after = cursors.get(integrationId) ?? 0;
    const page = pageSchema.parse(await ask(from, { method: 'GET', path: `${eventsPath(integrationId)}?after=${after}`, token }));
    epoch ??= page.epoch;
    if (page.epoch !== epoch) faults.push('another epoch');
    let seq = after;
    for (const event of page.events) {
      if (event.seq !== seq + 1) faults.push(`${event.seq} after ${seq}`);
      seq = event.seq;
      read.set(event.eventId, (read.get(event.eventId) ?? 0) + 1);
    }
    cursors.set(integrationId, seq);
    if (seq > after) await ask(from, { method: 'PUT', path: cursorPath(integrationId), token, json: { epoch, seq } });
    return page.more;
  };
  return {
    read,
    faults,
    async look(from) {
      try {
        for (const integrationId of integrations) while (await lookAt(from, integrationId));
        return true;
      } catch (error) {
        if (error instanceof z.ZodError) throw error;
        return false;
      }
    },
  };
}

type Question = { readonly method: string; readonly path: string; readonly token?: string; readonly json?: unknown };

async function ask(url: string, { method, path, token, json }: Question): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`);
  return text === '' ? null : JSON.parse(text);
}
