import { sheetRows } from './shared/entries/sheet.ts';
const row = '<row r="N">' + Array.from({length:18},(_, i)=> i%3===0?`<c r="A" s="1"><v>46023</v></c>`: i%3===1 ? `<c r="B" t="s"><v>${i}</v></c>`:`<c r="C"><v>2497.5500000000002</v></c>`).join('') + '</row>';
for (const n of [13000, 50000]) {
const xml = '<worksheet><sheetData>' + Array.from({length:n},(_, i)=>row.replace('N',String(i+1))).join('') + '</sheetData></worksheet>';
const t=performance.now(), c=process.cpuUsage(); const r = sheetRows(xml,{strings:Array.from({length:18},()=> 'text'),styles:[0,'date'],from1904:false}); console.log(n, xml.length, Math.round(performance.now()-t),'ms', process.cpuUsage(c).user/1000, (r as any).rows?.length ?? r);
}
