import { describe, expect, it } from 'vitest';
import { type Machine, whyNot } from '../../../../build/windows/why-not.ts';

const FIT: Machine = { platform: 'linux', arch: 'x64', user: 0, has: () => true, mirror: 'http://mirror.example/debian', isMade: false };
const without =
  (...absent: string[]) =>
  (program: string): boolean =>
    !absent.includes(program);

describe('a machine on which the tests cannot run under Wine', () => {
  it('is told why', () => {
    expect(whyNot({ ...FIT, platform: 'darwin' })).toContain('Linux');
    expect(whyNot({ ...FIT, arch: 'arm64' })).toContain('arm64');
    expect(whyNot({ ...FIT, user: 1000 })).toContain('root');
    expect(whyNot({ ...FIT, has: without('unshare', 'git') })).toBe('not here: unshare, git');
    expect(whyNot({ ...FIT, mirror: null })).toContain('no mirror of Debian');
    expect(whyNot({ ...FIT, has: without('debootstrap', 'apt-get') })).toContain('debootstrap');
  });

  it('is none that lacks only what can be installed, or what was needed the first time', () => {
    expect(whyNot(FIT)).toBeNull();
    expect(whyNot({ ...FIT, has: without('debootstrap') })).toBeNull();
    expect(whyNot({ ...FIT, isMade: true, mirror: null, has: without('debootstrap', 'apt-get') })).toBeNull();
  });
});
