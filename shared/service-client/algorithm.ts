/** The one algorithm of webhook signatures (contract, Webhook signature); what a JWT says of itself never chooses another. */
export const ALGORITHM = 'RS512';
