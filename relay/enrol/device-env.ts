import type { Env } from 'hono';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { OpenStream } from '../http/stream-sink.ts';

export interface DeviceEnv extends Env {
  Variables: { device: Device };
  /** `stream`: opens an endless answer on the caller's connection, if there is one. */
  Bindings: { remoteAddress?: string; stream?: OpenStream };
}
