/**
 * What became of a company's documents by the month in which they were found, from the index alone. It replaces the index by the day of the
 * result, which counted something else. The other one finds when the last document was received.
 */
export const MONTHS = `
DROP INDEX items_results;
CREATE INDEX items_months ON items (company_id, kind, found_at, asks);
CREATE INDEX items_received ON items (received_at) WHERE received_at IS NOT NULL;
`;
