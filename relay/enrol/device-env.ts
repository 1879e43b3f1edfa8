import type { Env } from 'hono';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { OpenStream } from '../http/stream-sink.ts';

export interface DeviceEnv extends Env {
  Variables: { device: Device };
  /** `stream`: the connection in hand, where there is one. */
  Bindings: { remoteAddress?: string; stream?: OpenStream };
}
