import type { Doing } from '../plan/action.ts';
import type { Simulation } from '../world/simulation.ts';
import { askUser } from './ask-user.ts';
import { atComputers, atDisk, atProfile } from './at-disk.ts';
import { atRelay, atService } from './at-relay.ts';

type Acts = { readonly [Kind in Doing['kind']]: (simulation: Simulation, doing: Extract<Doing, { kind: Kind }>) => void | Promise<void> };

const ACTS: Acts = {
  put: atDisk,
  rename: atDisk,
  remove: atDisk,
  'bulk-arrival': atDisk,
  'file-held': atDisk,
  'share-gone': atDisk,
  'other-disk': atDisk,
  'numbers-again': atDisk,
  overwrite: atDisk,
  restamp: atDisk,
  kill: atComputers,
  off: atComputers,
  sleep: atComputers,
  clock: atComputers,
  'second-start': atComputers,
  weekend: atComputers,
  'room-full': atProfile,
  'change-copies': atProfile,
  'lose-secrets': atProfile,
  'profile-backup': atProfile,
  'profile-restore': atProfile,
  'profile-copy': atProfile,
  'older-version': atProfile,
  pause: askUser,
  allow: askUser,
  'answer-flood': askUser,
  'put-aside': askUser,
  'put-back': askUser,
  'answer-entries': askUser,
  'answer-late': askUser,
  'without-entries': askUser,
  parallel: askUser,
  reconnect: askUser,
  'send-again': askUser,
  tidy: askUser,
  convert: askUser,
  direct: askUser,
  'wait-and-see': waitAndSee,
  'relay-kill': atRelay,
  'relay-down': atRelay,
  'relay-backup': atRelay,
  'relay-restore': atRelay,
  'relay-restore-as-is': atRelay,
  'relay-hostile': atRelay,
  forge: atRelay,
  replay: atRelay,
  stranger: atRelay,
  revoke: atService,
  close: atService,
  'odd-event': atService,
  'expire-tokens': atService,
  'rotate-keys': atService,
  'rotate-alone': atService,
  'service-kill': atService,
  'service-refuses': atService,
  'service-backup': atService,
  'service-restore': atService,
  'service-fault': atService,
  'service-line': atService,
};

function waitAndSee(simulation: Simulation): void {
  simulation.waitsWith = simulation.integration.integrationSecret;
}

/** Carries out one deed of the scenario. A lasting one is undone later, by its own timer or by the calm. */
export async function act(simulation: Simulation, doing: Doing): Promise<void> {
  const does: (simulation: Simulation, doing: never) => void | Promise<void> = ACTS[doing.kind];
  // The type of ACTS guarantees that each function gets the deeds of its own kind; TypeScript cannot carry that through a union.
  return does(simulation, doing as never);
}
