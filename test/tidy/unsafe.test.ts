import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

type Ban = { readonly what: string; readonly pattern: RegExp; readonly example: string; readonly but?: RegExp };

/** PDF's own password scheme; it protects nothing of ours. */
const PDF_PASSWORD = /^electron\/intake\/inspect\/pdf\/pdf-password\.ts$/;

// Code that turns data into a program or a page, and cryptography that no longer protects (docs/security-asvs.md, 1.2, 1.3, 11.4 and 12.3).
const BANS: readonly Ban[] = [
  {
    what: 'makes HTML of a text',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    example: 'place.innerHTML = reason;',
  },
  { what: 'makes a program of a text', pattern: /\beval\(|\bnew Function\(|from 'node:vm'/, example: "eval('1')" },
  {
    what: 'starts a shell',
    pattern: /\bshell: true|\bimport \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
    example: "import { exec } from 'node:child_process';",
  },
  {
    what: 'believes any certificate',
    pattern: /rejectUnauthorized: (?!true)|checkServerIdentity: \(\) =>/,
    example: 'connect({ rejectUnauthorized: false })',
  },
  {
    what: 'hashes weakly',
    pattern: /createHash\('(md5|sha1|ripemd160)'\)/i,
    example: "createHash('md5')",
    but: PDF_PASSWORD,
  },
  {
    what: 'seals without noticing a change',
    pattern: /createCipheriv\('[^']*-(cbc|ecb|ctr|ofb|cfb)/i,
    example: "createCipheriv('aes-256-cbc'",
    but: PDF_PASSWORD,
  },
];
const PRODUCT = /^(electron|relay|renderer|sandbox|shared)\//;

describe('what is unsafe', () => {
  const product = sources().filter(({ path }) => PRODUCT.test(path));

  for (const { what, pattern, example, but } of BANS) {
    it(`nothing ${what}`, () => {
      expect(example).toMatch(pattern);
      const found = product.filter(({ path, text }) => pattern.test(text) && but?.test(path) !== true);
      expect(found.map(({ path }) => path)).toEqual([]);
      // An exception that is no longer needed must go.
      expect(but === undefined || product.some(({ path, text }) => but.test(path) && pattern.test(text))).toBe(true);
    });
  }

  it('is looked for in many files', () => {
    expect(product.length).toBeGreaterThan(500);
  });
});
