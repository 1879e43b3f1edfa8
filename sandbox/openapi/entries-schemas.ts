import { refTo } from './refs.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const party = { type: 'string', description: 'Treated as an empty string when omitted' };

/** § Lines of entries. Balance and allocation are not checked, so no rule about them is here. */
export const entriesSchemas = {
  Entries: {
    type: 'object',
    required: ['data'],
    properties: {
      data: { type: 'object', required: ['lines'], properties: { lines: { type: 'array', minItems: 1, items: refTo('EntryLine') } } },
    },
  },
  EntryLine: {
    type: 'object',
    required: ['date', 'debit', 'credit', 'journal', 'account', 'reference'],
    properties: {
      date: { type: 'string', description: 'ISO 8601' },
      debit: refTo('Amount'),
      credit: refTo('Amount'),
      journal: text,
      account: text,
      reference: text,
      dueDate: { type: 'string', description: 'ISO 8601' },
      journalLabel: text,
      thirdParty: party,
      thirdPartySiren: party,
      thirdPartyLabel: party,
      label: text,
      documentReference: text,
      analyticalAxes: { type: 'array', items: refTo('Axis'), description: 'axisCode is unique within one line' },
    },
  },
  Amount: {
    type: 'object',
    required: ['amount', 'currency', 'currencyAmount', 'currencyRate'],
    properties: { amount: number, currency: text, currencyAmount: number, currencyRate: number },
  },
  Axis: {
    type: 'object',
    required: ['axisCode', 'sections'],
    properties: { axisCode: text, axisLabel: text, sections: { type: 'array', minItems: 1, items: refTo('Section') } },
  },
  Section: {
    type: 'object',
    required: ['debit', 'credit', 'section'],
    properties: { debit: refTo('Amount'), credit: refTo('Amount'), section: text, sectionLabel: text },
  },
  Organization: {
    type: 'object',
    description: 'Types of the members are not shown',
    properties: { name: {}, siren: {}, legalForm: {}, naf: {}, address: {}, phoneNumber: {}, contactEmail: {} },
  },
};
