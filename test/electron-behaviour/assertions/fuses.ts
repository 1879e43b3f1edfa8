import assert from 'node:assert/strict';
import type { Assertion } from '../assertion.ts';

const SOURCE = 'build/fuses/fuses.json5, docs/tutorial/fuses.md';
/** After it: the version, the number of fuses, and the state of each. */
const MARK = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1');
const ABOUT_BYTES = 2;
/** The states in which Electron is delivered, in order. */
const FUSES = {
  runAsNode: '1',
  cookieEncryption: '0',
  nodeOptions: '1',
  nodeCliInspect: '1',
  asarIntegrity: '0',
  onlyLoadAppFromAsar: '0',
  browserSnapshot: '0',
  fileProtocolPrivileges: '1',
  wasmTrapHandlers: '1',
} as const;

function wireIn(bytes: Buffer): Buffer {
  const at = bytes.indexOf(MARK);
  assert.ok(at >= 0, 'there is no mark of fuses');
  return bytes.subarray(at + MARK.length);
}

export const FUSE: readonly Assertion[] = [
  {
    name: 'The fuses stand behind their mark: the first version of them, nine',
    source: SOURCE,
    differs: { fake: 'is no program' },
    program: (bytes) => assert.deepEqual([...wireIn(bytes).subarray(0, ABOUT_BYTES)], [1, Object.keys(FUSES).length]),
  },
  {
    name: 'The fuses are delivered in these states: Node, its options and its debugger may be had, and files have more rights than the web',
    source: SOURCE,
    differs: { fake: 'is no program' },
    program: (bytes) => {
      const states = wireIn(bytes).subarray(ABOUT_BYTES, ABOUT_BYTES + Object.keys(FUSES).length);
      assert.equal(states.toString('latin1'), Object.values(FUSES).join(''));
    },
  },
];
