import { describe, expect, it } from 'vitest';
import { type CertificateStore, trustSystemCertificates } from '#electron/platform/create-world.ts';
import { recordingLog } from '#test/support/recording-log.ts';

/** A Node program with two authorities of its own, on a system that answers like this. */
function trusted(system: () => string[], set: (list: readonly unknown[]) => void = () => undefined) {
  const [log, given]: [ReturnType<typeof recordingLog>, string[][]] = [recordingLog(), []];
  const store: CertificateStore = {
    getCACertificates: (type) => (type === 'system' ? system() : ['A', 'B']),
    setDefaultCACertificates: (list) => {
      set(list);
      given.push(list as string[]);
    },
  };
  trustSystemCertificates(log, store);
  return { given, warned: log.lines.map(({ message }) => message) };
}

function broken(): never {
  throw new Error('no store');
}

const WARNED = ['system certificates cannot be read'];

describe('the authorities that are trusted', () => {
  it('are Node’s own and the system’s, each once', () => {
    expect(trusted(() => ['B', 'office'])).toEqual({ given: [['A', 'B', 'office']], warned: [] });
  });

  it('are Node’s own where the system’s store is empty, cannot be read, or holds what is no certificate', () => {
    expect(trusted(() => [])).toEqual({ given: [['A', 'B']], warned: [] });
    expect(trusted(broken)).toEqual({ given: [], warned: WARNED });
    expect(trusted(() => ['nonsense'], broken)).toEqual({ given: [], warned: WARNED });
  });
});
