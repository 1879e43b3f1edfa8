import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { isPrevented } from './rules/preventable.ts';

type Said = 'suspend' | 'resume' | 'on-ac' | 'on-battery' | 'shutdown' | 'lock-screen' | 'unlock-screen';

export class FakePowerMonitor extends EventEmitter implements Pick<E.PowerMonitor, 'isOnBatteryPower'> {
  onBattery = false;

  isOnBatteryPower(): boolean {
    return this.onBattery;
  }

  /** Emits an event of the system as Electron does. Returns whether a listener prevented what follows. */
  says(event: Said): boolean {
    return isPrevented(this, event);
  }
}
