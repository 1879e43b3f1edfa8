import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWords } from '../../../../build/windows/read-words.ts';
import { type Machine, whyNot } from '../../../../build/windows/why-not.ts';

const read = (...argv: string[]) =>
  readWords(argv, {
    project: resolve('/home/ann/intray'),
    here: resolve('/home/ann'),
    environment: { XDG_CACHE_HOME: resolve('/home/ann/.cache') },
  });

describe('the words of `npm run windows`', () => {
  it('are all tests, the simulation, the host, the installer, and a folder for caches, where there are none', () => {
    expect(read()).toEqual({
      ok: true,
      value: {
        root: resolve('/home/ann/.cache/intray/wine'),
        tests: ['test/unit', 'test/contract', 'test/tidy'],
        others: ['sim', 'host', 'installer'],
        vitest: [],
      },
    });
  });

  it('name tests first, with or without their folder, and hand on to Vitest what comes after', () => {
    expect(read('unit', 'test/tidy', 'unit/shared/lib', '-t', 'a name', '--bail=1')).toMatchObject({
      value: { tests: ['test/unit', 'test/tidy', 'test/unit/shared/lib'], vitest: ['-t', 'a name', '--bail=1'] },
    });
  });

  it('name the simulation, the host or the installer, which then run alone; arguments of Vitest alone mean the tests', () => {
    expect(read('sim')).toMatchObject({ value: { tests: [], others: ['sim'] } });
    expect(read('installer')).toMatchObject({ value: { tests: [], others: ['installer'] } });
    expect(read('host', 'test/sim', 'sim')).toMatchObject({ value: { tests: ['test/sim'], others: ['sim', 'host'] } });
    expect(read('unit')).toMatchObject({ value: { tests: ['test/unit'], others: [] } });
    expect(read('-t', 'a name')).toMatchObject({ value: { tests: ['test/unit', 'test/contract', 'test/tidy'], others: [] } });
  });

  it('name another root anywhere, read from where the person stands', () => {
    expect(read('unit', '-t', 'a', '--root', 'wine', 'b')).toMatchObject({
      value: { root: resolve('/home/ann/wine'), tests: ['test/unit'], vitest: ['-t', 'a', 'b'] },
    });
    expect(read('--root=/opt/wine')).toMatchObject({ value: { root: resolve('/opt/wine') } });
  });

  it('are refused where the root is missing, or would hold the project, or lie in it', () => {
    const wrong = [
      ['--root'],
      ['--root='],
      ['--root', '-t'],
      ['--root', '/'],
      ['--root', '/home/ann'],
      ['--root', 'intray'],
      ['--root=intray/a'],
    ];
    expect(wrong.filter((argv) => read(...argv).ok)).toEqual([]);
  });
});

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
