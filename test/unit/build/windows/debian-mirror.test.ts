import { describe, expect, it } from 'vitest';
import { debianMirror } from '../../../../build/windows/debian-mirror.ts';

const PARAGRAPHS = `Types: deb
# As it was on the day of the image.
URIs: http://mirror.example/debian/
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
`;

describe('the mirror of Debian', () => {
  it('is read from either form of apt’s lists', () => {
    expect(debianMirror([PARAGRAPHS])).toBe('http://mirror.example/debian');
    expect(debianMirror(['deb [arch=amd64 signed-by=/a.gpg] https://other.example/debian bookworm main contrib\n'])).toBe(
      'https://other.example/debian',
    );
    expect(debianMirror(['Types: deb-src deb\nURIs:\n http://mirror.example/debian\nComponents: contrib\n main\n'])).toBe(
      'http://mirror.example/debian',
    );
  });

  it('is no archive of somebody else, none of mended faults alone, and none that was switched off', () => {
    const others = [
      'deb http://mirror.example/debian-security bookworm-security main\n',
      'deb https://docker.example/linux/debian bookworm stable\n',
      'deb https://tools.example bookworm main\n',
      '# deb http://mirror.example/debian bookworm main\n',
      'deb-src http://mirror.example/debian bookworm main\n',
      'deb cdrom:[Debian]/ bookworm main\n',
      `Enabled: no\n${PARAGRAPHS}`,
    ];
    expect(others.map((text) => debianMirror([text]))).toEqual(others.map(() => null));
  });

  it('is the first of all lists', () => {
    expect(debianMirror(['', 'deb http://first.example/debian bookworm main\n', PARAGRAPHS])).toBe('http://first.example/debian');
    expect(debianMirror([])).toBeNull();
  });
});
