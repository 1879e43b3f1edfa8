import { HOUR_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/action.ts';
import type { Computer } from '../world/computer.ts';
import type { Simulation } from '../world/simulation.ts';

export type AtComputers = Extract<Doing, { kind: 'kill' | 'off' | 'sleep' | 'clock' | 'second-start' | 'weekend' }>;

/** Longer than the service repeats its events (§ Delivery). */
const WEEKEND_MS = 49 * HOUR_MS;

/** What happens to the desktops as machines. */
export async function atComputers(simulation: Simulation, doing: AtComputers): Promise<void> {
  if (doing.kind === 'weekend') return weekend(simulation);
  const one = simulation.computers[doing.computer];
  if (one === undefined) return;
  switch (doing.kind) {
    case 'kill':
      return one.kill();
    case 'off':
      one.kill();
      simulation.off.add(one.name);
      return simulation.later(doing.lengthMs, () => {
        simulation.off.delete(one.name);
      });
    case 'sleep':
      return sleep(simulation, one, doing.lengthMs);
    case 'clock':
      one.setClock(doing.byMs);
      return simulation.later(doing.lengthMs, () => one.setClock(0));
    case 'second-start': {
      const wrong = await one.startSecond();
      if (wrong !== null) simulation.found.push({ invariant: 16, what: `${one.name}: ${wrong}` });
      return;
    }
    default:
      return unreachable(doing);
  }
}

function sleep(simulation: Simulation, one: Computer, lengthMs: number): void {
  const fromMs = simulation.clock.monotonicMs();
  one.sleep();
  simulation.later(lengthMs, () => {
    one.wake();
    simulation.departures.couldNotLook({ by: one.name, importType: null, fromMs, toMs: simulation.clock.monotonicMs() });
  });
}

/** The computers are off and the relay is down for longer than the service repeats anything. */
async function weekend(simulation: Simulation): Promise<void> {
  for (const one of simulation.computers) one.kill();
  simulation.servers.relay.kill();
  simulation.relayIsDown = true;
  await simulation.clock.advance(WEEKEND_MS);
  simulation.relayIsDown = false;
}
