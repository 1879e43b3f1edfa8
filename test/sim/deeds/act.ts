import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/deed.ts';
import type { Office } from '../world/office.ts';
import { askPerson } from './ask-person.ts';
import { atComputers } from './at-computers.ts';
import { atDisk } from './at-disk.ts';
import { atRelay } from './at-relay.ts';
import { atService } from './at-service.ts';

/** Does one thing of the scenario. What lasts for a while is undone later, by itself or by the calm. */
export async function act(office: Office, doing: Doing): Promise<void> {
  switch (doing.kind) {
    case 'put':
    case 'rename':
    case 'remove':
    case 'flood':
    case 'file-held':
    case 'share-gone':
    case 'other-disk':
      return atDisk(office, doing);
    case 'kill':
    case 'sleep':
    case 'clock':
    case 'second-start':
    case 'weekend':
      return atComputers(office, doing);
    case 'pause':
    case 'allow':
    case 'parallel':
    case 'reconnect':
    case 'send-again':
    case 'tidy':
    case 'direct':
      return askPerson(office, doing);
    case 'relay-kill':
    case 'relay-down':
    case 'relay-backup':
    case 'relay-restore':
    case 'relay-hostile':
    case 'forge':
    case 'replay':
    case 'stranger':
      return atRelay(office, doing);
    case 'revoke':
    case 'close':
    case 'odd-event':
    case 'expire-tokens':
    case 'rotate-keys':
    case 'service-fault':
      return atService(office, doing);
    default:
      return unreachable(doing);
  }
}
