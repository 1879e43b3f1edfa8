import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { fileFault } from '#electron/platform/files/file-fault.ts';
import { causeOfUnreadable } from '#shared/domain/folder/unreadable.ts';
import { unless } from '#test/support/why-skipped.ts';

const anError = (code: string, errno = -1) => Object.assign(new Error('words'), { code, errno });

describe('what the disk answers', () => {
  it.each([
    ['EDEADLK', 'in-cloud', 'in-cloud'],
    ['ECANCELED', 'in-cloud', 'in-cloud'],
    ['UNKNOWN', 'unreachable', 'away'],
    ['ETIMEDOUT', 'unreachable', 'away'],
    ['ESTALE', 'unreachable', 'away'],
    ['EIO', 'unreachable', 'away'],
    ['ENETDOWN', 'unreachable', 'away'],
    ['ECONNRESET', 'unreachable', 'away'],
    ['EREMOTEIO', 'unreachable', 'away'],
    ['EBUSY', 'busy', 'in-use'],
    ['EACCES', 'denied', 'denied'],
    ['EPERM', 'denied', 'denied'],
    ['EMFILE', 'other', 'other'],
  ])('for %s is classified, and has its words', (code, kind, cause) => {
    expect(fileFault(anError(code))).toEqual({ kind, code });
    expect(causeOfUnreadable(code)).toBe(cause);
  });

  for (const name of ['EDEADLK', 'ESTALE'] as const) {
    const number: number | undefined = constants.errno[name];
    it(`is ${name} too where Node knows its number alone`, unless(number === undefined ? `this system has no ${name}` : null), () => {
      const errno = -(number ?? 0);
      expect(fileFault(anError(`Unknown system error ${errno}`, errno)).code).toBe(name);
    });
  }

  it('without a code is a bug', () => {
    const bug = new Error('bug');
    expect(() => fileFault(bug)).toThrow(bug);
  });
});
