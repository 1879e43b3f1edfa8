import { describe, expect, it } from 'vitest';
import { csvLine } from '#electron/register/register-sink.ts';

describe('a cell of the table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+33 1 23', "'+33 1 23"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    [' =1', "' =1"],
    ['fin ', '"fin "'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['=HYPERLINK("http://x";"y")', '"\'=HYPERLINK(""http://x"";""y"")"'],
    ['Facture n° 1.pdf', 'Facture n° 1.pdf'],
    ['a=b', 'a=b'],
    ['dit "oui"', '"dit ""oui"""'],
    ['deux\nlignes', '"deux\nlignes"'],
    ['a;b', '"a;b"'],
    ['a,b', '"a,b"'],
    ['', ''],
  ])('%j is written as %j', (cell, written) => {
    expect(csvLine([cell], ';')).toBe(`${written}\r\n`);
  });
});
