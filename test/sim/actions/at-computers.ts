import { HOUR_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/action.ts';
import type { Office } from '../world/office.ts';

export type AtComputers = Extract<Doing, { kind: 'kill' | 'off' | 'sleep' | 'clock' | 'second-start' | 'weekend' }>;

/** Longer than the service repeats its events (§ Delivery). */
const WEEKEND_MS = 49 * HOUR_MS;

/** What happens to the desktops as machines. */
export async function atComputers(office: Office, doing: AtComputers): Promise<void> {
  if (doing.kind === 'weekend') return weekend(office);
  const one = office.computers[doing.computer];
  if (one === undefined) return;
  switch (doing.kind) {
    case 'kill':
      return one.kill();
    case 'off':
      one.kill();
      office.off.add(one.name);
      return office.later(doing.lengthMs, () => {
        office.off.delete(one.name);
      });
    case 'sleep':
      one.sleep();
      return office.later(doing.lengthMs, () => one.wake());
    case 'clock':
      one.setClock(doing.byMs);
      return office.later(doing.lengthMs, () => one.setClock(0));
    case 'second-start': {
      const wrong = await one.startSecond();
      if (wrong !== null) office.found.push({ invariant: 16, what: `${one.name}: ${wrong}` });
      return;
    }
    default:
      return unreachable(doing);
  }
}

/** The computers are off and the relay is down for longer than the service repeats anything. */
async function weekend(office: Office): Promise<void> {
  for (const one of office.computers) one.kill();
  office.servers.relay.kill();
  office.relayIsDown = true;
  await office.clock.advance(WEEKEND_MS);
  office.relayIsDown = false;
}
