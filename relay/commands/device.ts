import { DAY_MS } from '#shared/lib/duration.ts';
import type { RelayWorld } from '../relay-core.ts';
import type { ListedDevice, Store } from '../store/store.ts';
import { type CommandOutput, iso, readAll, ROWS_OF_PAGE } from './said.ts';

export type DeviceAsked = {
  /** The words after `device` on the command line. */
  readonly words: readonly string[];
  readonly json: boolean;
  /** The operator's name, for the audit log. */
  readonly by: string;
};

export type DeviceCommandDeps = {
  readonly world: Pick<RelayWorld, 'clock' | 'log'>;
  readonly store: Pick<Store, 'devices' | 'endDevice' | 'nodes'>;
};

/** The full id, as `device list` prints it: an ended device cannot be brought back. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NONE = 'No device is enrolled.';
const UNKNOWN = 'There is no device with this id. `relay device list` lists them.';
const ENDED =
  'Ended: its token opens nothing from now on, and its streams end within seconds. The program on it enrols again by itself and proves what it has ' +
  'the secret of: where the computer was stolen, have the secrets of its integrations changed at the service, too.';

/** `device list`: which device may read what. `device end ID`: ends a device's token and links. Null if the command line is wrong. */
export async function deviceCommand(of: DeviceCommandDeps, { words, json, by }: DeviceAsked): Promise<CommandOutput | null> {
  const [verb, deviceId, ...more] = words;
  if (more.length > 0) return null;
  if (verb === 'list' && deviceId === undefined) return list(of, json);
  if (verb !== 'end' || deviceId === undefined || !ID.test(deviceId)) return null;
  const ended = await end(of, deviceId, by);
  return { text: json ? JSON.stringify({ ended }) : ended ? ENDED : UNKNOWN, code: ended ? 0 : 1 };
}

async function list({ store }: DeviceCommandDeps, json: boolean): Promise<CommandOutput> {
  const all = await readAll<ListedDevice>((after) => store.devices({ after, rowsMax: ROWS_OF_PAGE }));
  if (json) return { text: JSON.stringify(all.map(rowJson)), code: 0 };
  return { text: all.length === 0 ? NONE : all.map(line).join('\n'), code: 0 };
}

async function end({ world, store }: DeviceCommandDeps, deviceId: string, by: string): Promise<boolean> {
  if (!(await store.endDevice({ deviceId, at: world.clock.wallMs(), by }))) return false;
  // The audit log records who did it.
  world.log.warn('device ended by the operator', { deviceId });
  // If this is lost, and on SQLite, running relays find out at their next sweep.
  await store.nodes?.announce([{ kind: 'links', deviceId }]).catch(() => undefined);
  return true;
}

/** A user chose the name, so it is printed escaped: it cannot affect a terminal. */
function line({ deviceId, name, createdAt, lastUsedAt, reads, lapsed }: ListedDevice): string {
  const times = [`enrolled ${iso(createdAt)}`, `used ${dayOf(lastUsedAt)}`];
  const what = [idsText('reads', reads), ...(lapsed.length === 0 ? [] : [idsText('has to prove again', lapsed)])];
  return [deviceId, ...times, JSON.stringify(name), ...what].join('  ');
}

function idsText(what: string, ids: readonly string[]): string {
  return ids.length === 0 ? `${what} none` : `${what} ${ids.length}: ${ids.join(' ')}`;
}

function rowJson({ createdAt, lastUsedAt, ...device }: ListedDevice): object {
  return { ...device, createdAt: iso(createdAt), lastUsedOn: dayOf(lastUsedAt) };
}

/** In UTC. The last use is noted once a day at most. */
function dayOf(at: number): string {
  return new Date(Math.floor(at / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}
