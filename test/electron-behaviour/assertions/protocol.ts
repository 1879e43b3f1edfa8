import assert from 'node:assert/strict';
import type { Assertion } from '../assertion.ts';
import { SCHEME } from '../tell.ts';

function answer(): Response {
  return new Response('');
}

export const PROTOCOL: readonly Assertion[] = [
  {
    name: 'Schemes are declared before the app is ready, and not afterwards',
    source: 'docs/api/protocol.md, shell/browser/api/electron_api_protocol.cc',
    ready: ({ protocol }) =>
      assert.throws(
        () => protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true } }]),
        /before app is ready/,
      ),
  },
  {
    name: 'A scheme has one handler: a second one is refused until the first is taken away',
    source: 'lib/browser/api/protocol.ts',
    ready: ({ protocol }) => {
      assert.equal(protocol.isProtocolHandled(SCHEME), false);
      protocol.handle(SCHEME, answer);
      assert.equal(protocol.isProtocolHandled(SCHEME), true);
      assert.throws(() => protocol.handle(SCHEME, answer), /Failed to register protocol/);
      protocol.unhandle(SCHEME);
      assert.throws(() => protocol.unhandle(SCHEME), /Failed to unhandle protocol/);
    },
  },
];
